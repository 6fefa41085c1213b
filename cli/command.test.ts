import { describe, expect, test } from 'vitest'
import { aligned } from './columns.ts'
import { type Command, readCommand, UsageError } from './command.ts'

const run = async () => ''
const commands: Command[] = [
  { name: 'shelves', words: ['[CODE]'], does: 'Lists the shelves, or shows one.', run },
  {
    name: 'shelf-new',
    words: ['CODE', 'ROW'],
    needs: { label: 'TEXT' },
    may: { height: 'CM' },
    does: 'Puts one up.',
    run,
  },
]
const read = (line: string[]) => readCommand(commands, line)
const parsed = (...line: string[]) => {
  const read = readCommand(commands, line)
  return 'help' in read ? read.help : { name: read.command.name, words: read.words, options: read.options }
}

test('words and options are parsed in any order', () => {
  const expected = { name: 'shelf-new', words: ['A1', '7'], options: { label: 'top shelf', height: '200' } }
  expect(parsed('shelf-new', 'A1', '7', '--label', 'top shelf', '--height', '200')).toEqual(expected)
  expect(parsed('shelf-new', '--height=200', 'A1', '--label=top shelf', '7')).toEqual(expected)
  expect(parsed('shelves')).toEqual({ name: 'shelves', words: [], options: {} })
})

test('a value may be empty or start with a dash where intended', () => {
  expect(parsed('shelf-new', 'A1', '7', '--label', 'x', '--height', '')).toMatchObject({
    options: { height: '' },
  })
  expect(parsed('shelf-new', 'A1', '7', '--label=-x')).toMatchObject({ options: { label: '-x' } })
  expect(parsed('shelf-new', '--label', 'x', '--', '-1', '--2')).toMatchObject({ words: ['-1', '--2'] })
})

test.each([
  ['an unknown command', ['shelfs'], 'Unknown command "shelfs". Available commands: shelves, shelf-new.'],
  ['help for an unknown command', ['help', 'shelfs'], 'Unknown command "shelfs".'],
  ['an unknown option', ['shelves', '--colour', 'red'], 'shelves has no option --colour.'],
  ['an unknown short option', ['shelves', '-c'], 'shelves has no option -c.'],
  ['a name every object has', ['shelves', '--constructor', 'x'], 'shelves has no option --constructor.'],
  ['a missing word', ['shelf-new', 'A1', '--label', 'x'], 'shelf-new needs ROW.'],
  ['a word too many', ['shelves', 'A1', 'A2'], 'shelves cannot use "A2"'],
  ['a missing option', ['shelf-new', 'A1', '7'], 'shelf-new needs --label.'],
  ['an empty option that is needed', ['shelf-new', 'A1', '7', '--label', ' '], 'shelf-new needs --label.'],
  ['an option without its value', ['shelf-new', 'A1', '7', '--label'], '--label needs a value.'],
  [
    'an option in place of a value',
    ['shelf-new', 'A1', '7', '--label', '--height'],
    '--label needs a value.',
  ],
  ['an option twice', ['shelf-new', 'A1', '7', '--label', 'x', '--label', 'y'], '--label is given twice.'],
])('%s is refused in at most two lines that say what is right', (_, line, words) => {
  expect(() => read(line)).toThrow(UsageError)
  expect(() => read(line)).toThrow(words)
  const text = message(() => read(line))
  expect(text.split('\n')).toHaveLength(2)
  expect(text).toMatch(/npm run admin -- (help|shelves|shelf-new)/)
})

const message = (work: () => unknown): string => {
  try {
    work()
  } catch (fault) {
    return fault instanceof Error ? fault.message : ''
  }
  return ''
}

describe('help', () => {
  test('is shown in all the usual ways, and without arguments', () => {
    const all = parsed()
    for (const line of [['help'], ['--help'], ['-h']]) expect(parsed(...line)).toBe(all)
    expect(all).toContain('  shelves [CODE]\n      Lists the shelves, or shows one.')
    expect(all).toContain('  shelf-new CODE ROW --label TEXT [--height CM]\n      Puts one up.')
  })

  test('is shown for one command', () => {
    expect(parsed('help', 'shelves')).toBe('  shelves [CODE]\n      Lists the shelves, or shows one.\n')
    expect(parsed('shelves', '--help')).toBe(parsed('help', 'shelves'))
  })
})

describe('columns', () => {
  test('are aligned, also with Chinese names', () => {
    expect(
      aligned([
        ['code', 'company', 'n'],
        ['A', '示例仓', 1],
        ['LONGER', null, 22],
      ]),
    ).toBe(['code    company  n', 'A       示例仓   1', 'LONGER  –        22'].join('\n'))
  })

  test('contain no control characters', () => {
    expect(aligned([['Acme\u001b[2J\r\nInc\u0007']])).toBe('Acme [2J  Inc')
  })
})
