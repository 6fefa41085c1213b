import { useQueryClient } from '@tanstack/react-query'
import { type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import type { Query } from '../../calls/call.ts'
import { keyOf, sayFailure } from '../../calls/web/call.ts'
import { fetchFile } from './download.ts'

/** A link is valid for one minute, but a page stays open longer. */
const HOLDS_MS = 50_000

/**
 * Whether a link in the page has expired, and how to get the next one: by repeating the query that returned
 * it.
 */
export function useLinkAge(url: string | null, reading: Query) {
  const client = useQueryClient()
  const came = useRef({ url, at: Date.now() })
  useEffect(() => {
    came.current = { url, at: Date.now() }
  }, [url])
  return {
    isOver: () => Date.now() - came.current.at > HOLDS_MS,
    // All pictures of a list may need this at once; one response serves them all.
    askAgain: () =>
      client.refetchQueries(
        { queryKey: keyOf(reading), type: 'active' },
        { cancelRefetch: false, throwOnError: true },
      ),
  }
}

/** On click, an expired link is renewed before it is followed. */
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

/** A file by its signed link, which comes from this query. */
export function FileLink({ url, reading, children }: { url: string; reading: Query; children: ReactNode }) {
  const follow = useFollow(url, reading)
  return (
    <a href={url} download onClick={follow}>
      {children}
    </a>
  )
}
