import { createHmac, timingSafeEqual } from 'node:crypto'

export type Signer = ReturnType<typeof openSigner>

/** Signs text with the installation's secret, so that we recognise our own text when it comes back. */
export function openSigner(secret: string) {
  const sign = (words: string) => createHmac('sha256', secret).update(words).digest('base64url')
  return {
    sign,
    isSigned(words: string, signature: string) {
      const right = Buffer.from(sign(words))
      const shown = Buffer.from(signature)
      return shown.length === right.length && timingSafeEqual(shown, right)
    },
  }
}
