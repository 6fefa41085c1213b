import * as sheetjs from '@e965/xlsx'
import { readXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { importKinds } from '../../../app/server/slices.ts'
import { guessMapping, isExample, readLine, yesOrNo } from '../imports.ts'
import { importText } from '../text.ts'
import { templateOf } from './import-template.ts'

const languages = ['zh_CN', 'en_US'] as const
/** The range of a column's drop-down: each of the 500 rows. */
const cellsOf = (place: number) => {
  const column = sheetjs.utils.encode_col(place)
  return `${column}2:${column}501`
}

const kinds = Object.values(importKinds).flatMap(({ form }) =>
  languages.map((language) => [form.kind, language, form] as const),
)

describe('a template', () => {
  test.each(kinds)(
    'of %s in %s has its headers, an example, drop-downs and notes in both languages',
    async (_, language, form) => {
      const bytes = await templateOf(form, language)
      const { sheets } = await readXlsx(bytes)
      const [first, notes] = sheets
      const heads = (first?.rows[0] ?? []).map(String)
      expect(heads).toEqual(
        form.columns.map(({ title, isRequired }) => `${title[language]}${isRequired ? ' *' : ''}`),
      )
      expect(guessMapping(form.columns, heads)).toEqual(
        Object.fromEntries(form.columns.map(({ key }, place) => [key, place])),
      )
      const example = (first?.rows[1] ?? []).map((cell) => String(cell ?? ''))
      const mapping = guessMapping(form.columns, heads)
      expect(isExample(form.columns, mapping, example)).toBe(true)
      expect(readLine(form, mapping, example)).toHaveProperty('value')
      const unlikeChoices = form.columns.filter(
        ({ choices }, place) =>
          choices && !['', ...choices.map(({ text }) => text[language])].includes(example[place] ?? ''),
      )
      expect(unlikeChoices).toEqual([])

      const offered = form.columns.flatMap(({ choices }, place) =>
        choices ? [[cellsOf(place), choices.map(({ text }) => text[language])]] : [],
      )
      const words = sheetjs.read(bytes, { type: 'array' }).Sheets[importText.notes[language]] ?? {}
      expect(
        (first?.dataValidations ?? []).map(({ type, range, formula1 = '' }) => {
          const [, sheet, from] = /^'(.+)'!(.+)$/.exec(formula1) ?? []
          expect([type, sheet]).toEqual(['list', importText.notes[language]])
          return [
            range,
            sheetjs.utils.sheet_to_json<string[]>(words, {
              header: 1,
              range: from?.replaceAll('$', '') ?? '',
            })[0],
          ]
        }),
      ).toEqual(offered)

      expect(notes?.name).toBe(importText.notes[language])
      expect(
        notes?.rows.map((row) => [
          ...row.slice(0, 5).map((cell) => cell ?? ''),
          ...row.slice(5).filter(Boolean),
        ]),
      ).toEqual([
        ...form.columns.map(({ title, note, isRequired, choices = [] }) => [
          title.zh_CN,
          title.en_US,
          isRequired ? `${importText.needed.zh_CN} / ${importText.needed.en_US}` : '',
          note.zh_CN,
          note.en_US,
          ...choices.map(({ text }) => text[language]),
        ]),
        ['示例行', 'Example row', '', importText.exampleNote.zh_CN, importText.exampleNote.en_US],
      ])

      const second = sheetjs.read(bytes, { type: 'array' })
      expect(second.SheetNames).toEqual([first?.name, importText.notes[language]])
      const read = sheetjs.utils.sheet_to_json<string[]>(second.Sheets[second.SheetNames[0] ?? ''] ?? {}, {
        header: 1,
      })
      expect(read[0]).toEqual(heads)
    },
  )

  test('offers a drop-down for every yes-or-no column, and names the range of whole numbers', () => {
    const columns = Object.values(importKinds).flatMap(({ form }) => form.columns)
    const ofYesOrNo = columns.filter(({ note }) => /^是 或 否/.test(note.zh_CN))
    expect(ofYesOrNo.map(({ key }) => key)).toContain('mixSku')
    for (const { choices, key } of ofYesOrNo) expect([key, choices]).toEqual([key, yesOrNo])
    const notes = Object.fromEntries(columns.map(({ key, note }) => [key, note.en_US]))
    expect(notes).toMatchObject({
      pickPriority: expect.stringContaining('from 0 to 9999'),
      routeSeq: expect.stringContaining('from 0 to 99999999'),
      shelfLifeDays: expect.stringContaining('from 1 to 36500'),
      warnStock: expect.stringContaining('from 0 to 100000000'),
      warnAgeDays: expect.stringContaining('from 1 to 36500'),
      isBattery: expect.stringContaining('an existing product stays unchanged'),
      mixSku: expect.stringContaining('If empty, Yes for a new bin'),
      mixCustomer: expect.stringContaining('If empty, No for a new bin'),
    })
  })

  test('offers a drop-down in at least one form, so that the test above checks something', () => {
    expect(
      kinds.filter(([, , { columns }]) => columns.some(({ choices }) => choices)).length,
    ).toBeGreaterThan(4)
  })
})
