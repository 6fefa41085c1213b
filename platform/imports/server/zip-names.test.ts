import { crc32 } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { isSystemPath, isUnsafePath, shownPath, zipPath } from './zip-names.ts'

const UTF8 = 0x800
const gbk = Buffer.from('c3e6b5a52fd0c2', 'hex')
const field = (name: string, raw: Buffer) => {
  const head = Buffer.alloc(5)
  head.writeUInt8(1, 0)
  head.writeUInt32LE(crc32(raw), 1)
  return [{ id: 0x7075, data: Buffer.concat([head, Buffer.from(name)]) }]
}

describe('a name in a ZIP', () => {
  test.each<[string, Buffer, number, string]>([
    ['plain letters', Buffer.from('a/B-1.pdf'), 0, 'a/B-1.pdf'],
    ['UTF-8 that says so', Buffer.from('面单.pdf'), UTF8, '面单.pdf'],
    ['UTF-8 that does not say so, as of a Mac', Buffer.from('面单.pdf'), 0, '面单.pdf'],
    ['GBK, as of a Chinese Windows', gbk, 0, '面单/新'],
    ['the old code page', Buffer.from('636166822e706466', 'hex'), 0, 'café.pdf'],
    ['bytes that are not the UTF-8 they say', Buffer.from('ff41', 'hex'), UTF8, '�A'],
    ['slashes that lean the other way', Buffer.from('a\\B-1.pdf'), 0, 'a/B-1.pdf'],
    ['a backslash as the second byte of a GBK sign', Buffer.from('815c', 'hex'), 0, '乗'],
  ])('is read from %s', (_, fileNameRaw, generalPurposeBitFlag, path) => {
    expect(zipPath({ fileNameRaw, generalPurposeBitFlag, extraFields: [] })).toBe(path)
  })

  test('is taken from its second field where the archive has one', () => {
    const fileNameRaw = Buffer.from('??.pdf')
    const extraFields = field('面单.pdf', fileNameRaw)
    expect(zipPath({ fileNameRaw, generalPurposeBitFlag: 0, extraFields })).toBe('面单.pdf')
  })

  test.each<[string, boolean, boolean]>([
    ['a/B-1.pdf', false, false],
    ['a..b/B..pdf', false, false],
    ['../B-1.pdf', true, false],
    ['a/../../B-1.pdf', true, false],
    ['/etc/B-1.pdf', true, false],
    ['C:B-1.pdf', true, false],
    ['B-1.pdf\0.exe', true, false],
    ['a/', false, true],
    ['', false, true],
    ['.DS_Store', false, true],
    ['a/._B-1.pdf', false, true],
    ['__MACOSX/a/B-1.pdf', false, true],
    ['a/Thumbs.db', false, true],
    ['a/desktop.ini', false, true],
    ['a/my-desktop.ini', false, false],
  ])('%j: unsafe %s, of the system %s', (path, isUnsafe, isOfSystem) => {
    expect([isUnsafePath(path), isSystemPath(path)]).toEqual([isUnsafe, isOfSystem])
  })

  test.each([
    ['a\u202Efdp.exe', 'a�fdp.exe'],
    ['a\0b\n', 'a�b�'],
    [`${'x'.repeat(300)}.pdf`, `${'x'.repeat(196)}.pdf`],
  ])('%j is shown without what can not be seen, and its end counts', (path, shown) => {
    expect(shownPath(path)).toBe(shown)
  })
})
