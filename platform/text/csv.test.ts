import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test.each([
  ['plain', [['a', 'b']], 'a,b'],
  ['Chinese', [['单号', '原因']], '单号,原因'],
  ['a comma and a quote', [['a,b', 'say "no"']], '"a,b","say ""no"""'],
  ['a line end', [['a\nb']], '"a\nb"'],
  ['a formula', [['=1+1', '@SUM(A1)', '-5']], "'=1+1,'@SUM(A1),'-5"],
  ['a figure', [[-5, '-5', -0.01, 0, null]], "-5,'-5,-0.01,0,"],
  ['a formula in wide letters', [['＝1', '＠x']], "'＝1,'＠x"],
])('%s is written completely', (_, rows, expected) => {
  expect(csvOf(rows)).toBe(`\uFEFF${expected}\r\n`)
})
