import { expect, test } from 'vitest'
import { renderHook } from '../../../testing/web/render-hook.ts'
import { preference } from '../../ui/web/session.ts'
import { useDraft } from './drafts.ts'

type Typed = { name: string; files: string[] }

/** A form as one render of it sees it. */
const rendered = (name: string, rowVersion?: number) =>
  renderHook(() => useDraft<Typed>(name, { name: '', files: [] }, { rowVersion }))

test('an upload that ends in an older render keeps what was typed meanwhile', () => {
  const form = rendered('upload')
  form.change({ name: 'typed' })
  form.change({ files: ['a.pdf'] })
  expect(rendered('upload').value).toEqual({ name: 'typed', files: ['a.pdf'] })
})

test('edits that are kept on the changed record include those of the same render', () => {
  const form = rendered('kept', 4)
  form.change({ name: 'typed' })
  form.keepEdits()
  expect(rendered('kept', 4)).toMatchObject({ value: { name: 'typed' }, rowVersion: 4 })
})

type Row = { place: string; zone: string }
const rowKeys = { rows: ({ place }: Row) => place }
const rowsIn = (...rows: string[]) =>
  rows.map((row) => ({ place: row.slice(0, 3), zone: row.slice(4) }) satisfies Row)

/** The form of a table as one render of it sees the record. */
const renderedRows = (rowVersion: number, rows: Row[]) =>
  renderHook(() =>
    useDraft<{ name: string; rows: Row[] }>('table', { name: '', rows }, { rowVersion, rowKeys }),
  )

test('kept edits of a table take its other rows as they are now, and can be kept again', () => {
  renderedRows(4, rowsIn('900 2', '901 2')).change({ rows: rowsIn('900 3', '901 2') })
  const imported = rowsIn('900 2', '901 4', '902 5')
  expect(renderedRows(5, imported)).toMatchObject({ isOutdated: true, rowVersion: 4 })
  renderedRows(5, imported).keepEdits()
  const kept = renderedRows(5, imported)
  expect(kept).toMatchObject({ isOutdated: false, rowVersion: 5 })
  expect(kept.value.rows).toEqual(rowsIn('900 3', '901 4', '902 5'))

  const again = rowsIn('900 2', '902 6', '903 7')
  renderedRows(6, again).keepEdits()
  expect(renderedRows(6, again).value.rows).toEqual(rowsIn('900 3', '902 6', '903 7'))
  renderedRows(6, again).clear()
})

test('a cleared form starts again without its draft', () => {
  const form = rendered('cleared')
  form.change({ name: 'typed' })
  form.clear()
  form.change({ files: ['a.pdf'] })
  expect(rendered('cleared').value).toEqual({ name: '', files: ['a.pdf'] })
  form.clear()
  expect(preference('draft:cleared')).toBeUndefined()
})
