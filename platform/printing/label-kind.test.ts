import { expect, test } from 'vitest'
import { type LabelKind, labelKindOf } from './label-kind.ts'

test.each<[string, string, LabelKind | undefined]>([
  ['a PDF', '%PDF-1.4\n', 'pdf'],
  ['a PDF with a line before it', `\r\n${' '.repeat(500)}%PDF-1.7`, 'pdf'],
  ['a PNG', '\x89PNG\r\n\x1a\n\0\0', 'png'],
  ['a PNG with the name of another kind in it', '\x89PNG\r\n\x1a\n%PDF-', 'png'],
  ['a JPEG', '\xff\xd8\xff\xe0', 'jpeg'],
  ['an old GIF', 'GIF87a', 'gif'],
  ['a GIF', 'GIF89a', 'gif'],
  ['a label for label printers', '^XA^XZ', undefined],
  ['a web page', '<html><title>GIF89a</title>', undefined],
  ['nothing', '', undefined],
  ['a PDF behind too much else', `${' '.repeat(1024)}%PDF-1.7`, undefined],
])('a label file is known by its first bytes: %s', (_, bytes, kind) => {
  expect(labelKindOf(Buffer.from(bytes, 'latin1'))).toBe(kind)
})
