import { z } from 'zod'
import { nonce } from '../../platform/ui/web/nonce.ts'

// Imported first: everything after it runs under the page's policy.

// zod would otherwise try `new Function` for its fast path.
z.config({ jitless: true })

type Create = typeof document.createElement

/** antd's scroll lock and scroll bar measurement create style elements without a nonce. */
const create: (tag: string, options?: ElementCreationOptions) => HTMLElement =
  document.createElement.bind(document)

document.createElement = ((tag: string, options?: ElementCreationOptions) => {
  const element = create(tag, options)
  if (nonce && tag === 'style') element.nonce = nonce
  return element
}) as Create

type TrustedTypes = {
  createPolicy(name: string, rules: Record<string, (text: string) => string | null>): void
}
const { trustedTypes } = window as { trustedTypes?: TrustedTypes }

// Style sheets go through innerHTML; text without a tag is harmless. Scripts come from our own origin only.
trustedTypes?.createPolicy('default', {
  createHTML: (text) => (text.includes('<') ? null : text),
  createScriptURL: (url) => (new URL(url, location.href).origin === location.origin ? url : null),
})
