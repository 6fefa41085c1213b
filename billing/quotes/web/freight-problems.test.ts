import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { fill, say } from '../../../platform/text/text.ts'
import type { GridProblem } from '../freight-checks.ts'
import { freightText } from '../freight-text.ts'
import { FreightProblems } from './FreightProblems.tsx'

const problem = (isWarning: boolean): GridProblem => ({
  place: { kind: 'zone', zone: 0 },
  message: freightText.problems,
  isWarning,
})

test.each([
  [[], [freightText.noProblems]],
  [[true], [fill(freightText.warningCount, { count: 1 })]],
  [[false], [fill(freightText.errorCount, { count: 1 })]],
  [
    [true, false, true],
    [fill(freightText.errorCount, { count: 1 }), fill(freightText.warningCount, { count: 2 })],
  ],
] as const)('a freight table with problems (warnings: %j) counts errors and warnings', (warnings, counts) => {
  const html = renderToStaticMarkup(
    createElement(FreightProblems, { problems: warnings.map(problem), onGo: () => {} }),
  )
  expect(/<p role="status">(.*?)<\/p>/.exec(html)?.[1]).toBe(
    counts.map((text) => say(text, 'zh_CN')).join(' · '),
  )
})
