import type { Signer } from '../../platform/server/signer.ts'

/**
 * The URL fragment of an invitation: the link's number and our signature, so that the database alone is not
 * enough to open it.
 */
export const linkTo = (signer: Signer, id: string) => `${id}.${signer.sign(`welcome.${id}`)}`

export function linkIn(signer: Signer, shown: string): string | undefined {
  const [id = '', signature = ''] = shown.split('.')
  const isOurs = /^[0-9a-f-]{36}$/.test(id) && signer.isSigned(`welcome.${id}`, signature)
  return isOurs ? id : undefined
}

export const welcomePath = (link: string) => `/welcome#${link}`
