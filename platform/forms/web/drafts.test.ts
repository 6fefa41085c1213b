import { expect, test } from 'vitest'
import { renderHook } from '../../../testing/web/render-hook.ts'
import { preference } from '../../ui/web/session.ts'
import { useDraft } from './drafts.ts'

type Typed = { name: string; files: string[] }

/** A form as one render of it sees it. */
const rendered = (name: string, rowVersion?: number) =>
  renderHook(() => useDraft<Typed>(name, { name: '', files: [] }, [], rowVersion))

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

test('a cleared form starts again without its draft', () => {
  const form = rendered('cleared')
  form.change({ name: 'typed' })
  form.clear()
  form.change({ files: ['a.pdf'] })
  expect(rendered('cleared').value).toEqual({ name: '', files: ['a.pdf'] })
  form.clear()
  expect(preference('draft:cleared')).toBeUndefined()
})
