import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect } from '@playwright/test'

const folder = join(process.env.E2E_DATA_DIR ?? '', 'letters')

/** The mails to one address, oldest first, as their reader sees them. */
export function lettersTo(address: string): string[] {
  const theirs = readdirSync(folder).filter(
    (name) => name.startsWith(`${encodeURIComponent(address)} `) && name.endsWith('.eml'),
  )
  return theirs.sort().map((name) => wordsIn(readFileSync(join(folder, name), 'latin1')))
}

/** The newest mail to an address, once that many have arrived. */
export async function letterTo(address: string, count = 1): Promise<string> {
  await expect.poll(() => lettersTo(address).length).toBeGreaterThanOrEqual(count)
  return lettersTo(address).at(-1) ?? ''
}

export const codeIn = (letter: string) => /(?<!\d)\d{6}(?!\d)/.exec(letter)?.[0] ?? ''
export const linkIn = (letter: string) => /https?:\/\/\S+/.exec(letter)?.[0] ?? ''

/** The text of a single-part mail, in any encoding. */
function wordsIn(raw: string): string {
  const [head = '', ...parts] = raw.split(/\r?\n\r?\n/)
  const body = parts.join('\n\n')
  const way = /^content-transfer-encoding:\s*(\S+)/im.exec(head)?.[1]?.toLowerCase()
  if (way === 'base64') return Buffer.from(body, 'base64').toString()
  if (way !== 'quoted-printable') return Buffer.from(body, 'latin1').toString()
  const bytes = body
    .replace(/=\r?\n/g, '')
    .replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString()
}
