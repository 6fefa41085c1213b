import { expect, test } from 'vitest'
import { FAULT_PARTS, faultsOf, onceEach } from './sample.ts'

const journeys = Array.from({ length: 200 }, (_, i) => i).flatMap((i) => [
  { file: 'a.spec.ts', path: [`journey ${i} (zh_CN)`] },
  { file: 'a.spec.ts', path: [`journey ${i} (en_US)`] },
  { file: 'b.spec.ts', path: ['zh_CN, dark', `screen ${i}`] },
  { file: 'b.spec.ts', path: ['en_US, light', `screen ${i}`] },
  { file: 'c.spec.ts', path: [`only once ${i}`] },
])

test('every journey runs once, about half of them in each language, and the same ones every time', () => {
  const chosen = onceEach(journeys)
  expect(chosen).toHaveLength(600)
  const inChinese = chosen.filter(({ path }) => path.join().includes('zh_CN')).length
  expect(inChinese).toBeGreaterThan(150)
  expect(inChinese).toBeLessThan(250)
  expect(onceEach(journeys)).toEqual(chosen)
})

test('five days cover every fault, and the most important run every day', () => {
  const worst = 'a database connection cut around COMMIT leaves each command done once'
  const names = [...Array.from({ length: 50 }, (_, i) => `fault ${i}`), worst]
  const days = Array.from({ length: FAULT_PARTS }, (_, day) => faultsOf(day, names))
  expect(new Set(days.flat())).toEqual(new Set(names))
  for (const day of days) {
    expect(day).toContain(worst)
    expect(day.length).toBeLessThan(names.length / 2)
  }
})
