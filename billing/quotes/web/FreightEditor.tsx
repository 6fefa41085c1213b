import type { ContentOf } from '../contract.ts'
export function FreightEditor(_: {
  value: ContentOf<'freight'>
  onChange: (next: ContentOf<'freight'>) => void
  isReadOnly: boolean
  zones: string[] | null
  inForce: null
}) {
  return null
}
