import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Query } from '../../calls/call.ts'
import { keyOf, sayFailure } from '../../calls/web/call.ts'
import { fetchFile } from './download.ts'

/** A link holds for a minute, and a page stands open for longer. */
const HOLDS_MS = 50_000

/** Whether a link has stood in the page for too long, and how to come by the next: the reading that brought it is asked again. */
export function useLinkAge(url: string | null, reading: Query) {
  const client = useQueryClient()
  const came = useRef({ url, at: Date.now() })
  useEffect(() => {
    came.current = { url, at: Date.now() }
  }, [url])
  return {
    isOver: () => Date.now() - came.current.at > HOLDS_MS,
    // All pictures of a list may ask at the same moment; one answer serves them all.
    askAgain: () =>
      client.refetchQueries(
        { queryKey: keyOf(reading), type: 'active' },
        { cancelRefetch: false, throwOnError: true },
      ),
  }
}

/** What a click on a link to a file does: one that is over is fetched anew before it is followed. */
export function useFollow(url: string, reading: Query) {
  const { isOver, askAgain } = useLinkAge(url, reading)
  const [old, setOld] = useState<string>()
  useEffect(() => {
    if (old === undefined || old === url) return
    setOld(undefined)
    fetchFile(url)
  }, [old, url])
  return (event: MouseEvent) => {
    if (!isOver()) return
    event.preventDefault()
    setOld(url)
    askAgain().catch((error) => {
      setOld(undefined)
      sayFailure(error)
    })
  }
}

/** A file by its signed link, which comes from this reading. */
export function FileLink({ url, reading, children }: { url: string; reading: Query; children: ReactNode }) {
  const follow = useFollow(url, reading)
  return (
    <a href={url} download onClick={follow}>
      {children}
    </a>
  )
}
