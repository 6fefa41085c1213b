import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { preference } from '../../ui/web/session.ts'
import { type Draft, useDraft } from './drafts.ts'

type Typed = { name: string; files: string[] }

/** A form as one render of it sees it. */
function rendered(name: string, rowVersion?: number): Draft<Typed> {
  let draft: Draft<Typed> | undefined
  const Form = () => {
    draft = useDraft<Typed>(name, { name: '', files: [] }, [], rowVersion)
    return null
  }
  renderToStaticMarkup(createElement(Form))
  if (!draft) throw new Error('not rendered')
  return draft
}

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
