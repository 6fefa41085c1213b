import { problemsIn } from '../../platform/calls/problems.ts'
import { inBoth, say, type Text } from '../../platform/text/text.ts'
import { lineFields } from '../contract.ts'
import { ordersText } from '../text.ts'

/** A line as it is sent. */
type SentLine = { productId: number; quantity: number; declaredValue: string }
type Cell = keyof SentLine

const names = {
  productId: ordersText.lineProduct,
  quantity: ordersText.lineQuantity,
  declaredValue: ordersText.lineValue,
} as const satisfies Record<Cell, Text>

/** What is wrong in a line, by field. */
function problemsOfLine(line: SentLine): Partial<Record<Cell, Text>> {
  const read = lineFields.safeParse(line)
  if (read.success) return {}
  return Object.fromEntries(problemsIn(read.error).map(({ path, message }) => [path, message]))
}

/** The wrong fields of each line, and the first of them in words. */
export function lineProblems(lines: readonly SentLine[]): {
  wrong: ReadonlySet<Cell>[]
  first: Text | undefined
} {
  const all = lines.map((line) => Object.entries(problemsOfLine(line)) as [Cell, Text][])
  const row = all.findIndex((problems) => problems.length > 0) + 1
  const [problem] = all[row - 1] ?? []
  return {
    wrong: all.map((problems) => new Set(problems.map(([cell]) => cell))),
    first:
      problem &&
      inBoth((language) =>
        say(ordersText.inField, language, {
          field: say(names[problem[0]], language, { row }),
          what: problem[1][language],
        }),
      ),
  }
}
