/** The kinds of files a label can come as. */
export const labelKinds = ['pdf', 'png', 'jpeg', 'gif'] as const
export type LabelKind = (typeof labelKinds)[number]

const heads: [kind: LabelKind, head: string][] = [
  ['png', '\x89PNG\r\n\x1a\n'],
  ['jpeg', '\xff\xd8\xff'],
  ['gif', 'GIF87a'],
  ['gif', 'GIF89a'],
]

/** The kind of a label file by its first bytes, not by its name. A PDF may have a few others before it. */
export function labelKindOf(bytes: Uint8Array): LabelKind | undefined {
  const start = String.fromCharCode(...bytes.subarray(0, 1024))
  return (
    heads.find(([, head]) => start.startsWith(head))?.[0] ?? (start.includes('%PDF-') ? 'pdf' : undefined)
  )
}
