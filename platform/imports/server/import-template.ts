import { workbooks } from '../../server/lazy-packages.ts'
import { fill, type Language, type Text } from '../../text/text.ts'
import { type CellProblem, exampleIn, type ImportForm, MAX_ROWS, remedyOf } from '../imports.ts'
import { importText } from '../text.ts'

type BadLine = { typed: Record<string, string>; problems: CellProblem[] }

/** All problems of a row: which column, what it holds and what was expected. */
export function sentence(form: ImportForm, problems: CellProblem[], typed: BadLine['typed']): Text {
  const inWords = (language: Language) =>
    problems
      .map(({ column, kind, message }) => {
        const about = form.columns.find(({ key }) => key === column)
        if (!about || kind === 'twin') return message[language]
        return fill(importText.foundInCell, {
          column: about.title[language],
          message: message[language],
          found: typed[about.key] ?? '',
          note: about.note[language],
        })[language]
      })
      .filter((words, place, all) => all.indexOf(words) === place)
      .join('; ')
  return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
}

const remedies = (form: ImportForm, problems: CellProblem[], language: Language) =>
  [
    ...new Set(problems.map((problem) => remedyOf(form, problem)[language])),
    importText.importAgain[language],
  ].join('; ')

/** Excel limits the length and forbids these characters. */
const sheetName = (title: string) => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

/**
 * The template: headers in the reader's language, drop-downs, an example, and a notes sheet in both
 * languages.
 */
export async function templateOf(form: ImportForm, language: Language, bad?: BadLine[]): Promise<Uint8Array> {
  const { columns } = form
  const heads = columns.map(({ title, isRequired }) => `${title[language]}${isRequired ? ' *' : ''}`)
  const extra = bad ? [importText.reason[language], importText.remedy[language]] : []
  const lines = bad
    ? bad.map(({ typed, problems }) => [
        ...columns.map(({ key }) => typed[key] ?? ''),
        sentence(form, problems, typed)[language],
        remedies(form, problems, language),
      ])
    : [columns.map((column) => exampleIn(column, language))]
  // A drop-down refers to its options on the notes sheet: written inline, a comma would split them.
  const choices = columns.flatMap(({ choices }, place) =>
    choices
      ? [
          {
            type: 'list' as const,
            formula1: `'${importText.notes[language]}'!$${letter(NOTES)}$${place + 1}:$${letter(NOTES + choices.length - 1)}$${place + 1}`,
            range: `${letter(place)}2:${letter(place)}${MAX_ROWS + 1}`,
          },
        ]
      : [],
  )
  return workbooks().writeXlsx({
    sheets: [
      {
        name: sheetName(form.title[language]),
        rows: [[...heads, ...extra], ...lines],
        columns: [...columns, ...extra].map(() => ({ width: 20 })),
        freezePane: { rows: 1 },
        dataValidations: choices,
      },
      {
        name: importText.notes[language],
        rows: [
          ...columns.map(({ title, note, isRequired, choices = [] }) => [
            title.zh_CN,
            title.en_US,
            isRequired ? `${importText.needed.zh_CN} / ${importText.needed.en_US}` : '',
            note.zh_CN,
            note.en_US,
            ...choices.map(({ text }) => text[language]),
          ]),
          // Must follow the columns: a drop-down finds its options by the position of its column.
          ...(bad ? [] : [exampleNotes]),
        ],
        columns: [24, 24, 14, 60, 60].map((width) => ({ width })),
      },
    ],
  })
}

const exampleNotes = [
  importText.exampleRow.zh_CN,
  importText.exampleRow.en_US,
  '',
  importText.exampleNote.zh_CN,
  importText.exampleNote.en_US,
]

/** Number of note columns before the options of a drop-down. */
const NOTES = 5

const letter = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : letter(Math.floor(place / 26) - 1) + letter(place % 26)
