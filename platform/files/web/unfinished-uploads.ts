import { prefer, preference } from '../../ui/web/session.ts'

const KEY = 'uploads'
/** How long the server keeps uploads without progress. */
const DAY_MS = 24 * 60 * 60 * 1000

type Uploads = Record<string, { uploadId: string; since: number }>

/** This user's interrupted uploads, by a fingerprint of the file; they survive a reload. */
function kept(): Uploads {
  try {
    return JSON.parse(preference(KEY) ?? '{}') as Uploads
  } catch {
    return {}
  }
}

function keep(uploads: Uploads, now: number) {
  const open = Object.entries(uploads).filter(([, { since }]) => now - since < DAY_MS)
  prefer(KEY, open.length > 0 ? JSON.stringify(Object.fromEntries(open)) : undefined)
}

export function unfinishedOf(sign: string, now = Date.now()): string | undefined {
  const match = kept()[sign]
  return match && now - match.since < DAY_MS ? match.uploadId : undefined
}

export const keepUnfinished = (sign: string, uploadId: string, now = Date.now()) =>
  keep({ ...kept(), [sign]: { uploadId, since: now } }, now)

export function forgetUnfinished(sign: string, now = Date.now()) {
  const { [sign]: _, ...others } = kept()
  keep(others, now)
}
