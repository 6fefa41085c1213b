import { useEffect, useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { CallFailed, send } from '../../../platform/calls/web/send.ts'
import { drawnSmall } from '../../../platform/files/web/photo.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { photoFacts, takePhoto } from '../contract.ts'
import { photoText } from '../text.ts'
import './photo.css'

type Facts = OutputOf<typeof photoFacts>

/** The page a phone opens from a receiving station's QR code: takes one photo. */
export function PhotoPage({ link }: { link: string }) {
  const t = useText()
  const [facts, setFacts] = useState<Facts>()
  const [state, setState] = useState<'ready' | 'sending' | 'sent'>('ready')
  const [problem, setProblem] = useState<string>()

  useEffect(() => {
    const gone = new AbortController()
    send(photoFacts, { link }, { withoutToken: true, signal: gone.signal }).then(
      setFacts,
      (reason: unknown) => {
        if (!gone.signal.aborted) setProblem(wordsOf(reason, t(photoText.over)))
      },
    )
    return () => gone.abort()
  }, [link, t])

  const take = async (file: File | undefined) => {
    if (!file) return
    setState('sending')
    setProblem(undefined)
    try {
      const base64 = await drawnSmall(file)
      if (base64 === undefined) throw new Error(t(photoText.cannotDraw))
      await send(takePhoto, { link, base64 }, { withoutToken: true })
      setState('sent')
    } catch (reason) {
      setState('ready')
      setProblem(wordsOf(reason, t(photoText.cannotDraw)))
    }
  }
  return (
    <main className="photo-page">
      <h1>{t(photoText.title)}</h1>
      {facts && <p>{t(photoText.subject, { company: facts.companyName, subject: facts.subject })}</p>}
      {!facts && !problem && <p role="status">{t(webText.loading)}</p>}
      {problem && <p role="alert">{problem}</p>}
      {state === 'sending' && <p role="status">{t(photoText.sending)}</p>}
      {state === 'sent' && <p role="status">{t(photoText.sent)}</p>}
      {facts && state === 'ready' && (
        <label className="photo-button">
          {t(photoText.take)}
          <input
            type="file"
            className="only-read-aloud"
            accept="image/jpeg,image/png"
            capture="environment"
            onChange={({ target }) => void take(target.files?.[0])}
          />
        </label>
      )}
    </main>
  )
}

const wordsOf = (reason: unknown, otherwise: string) =>
  reason instanceof CallFailed || reason instanceof Error ? reason.message : otherwise
