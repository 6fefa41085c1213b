import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

test('the journeys over every list know every list', () => {
  const files = globSync('{*,*/*}/columns.ts', { cwd: root, exclude: ['node_modules', 'dist', 'platform'] })
  const columns = files.flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/export (?:const|function) (\w*columns)\b/gi)].map(
      ([, name]) => name ?? '',
    ),
  )
  expect(columns.length).toBeGreaterThan(30)
  const known = readFileSync(join(root, 'e2e/every-list.ts'), 'utf8')
  expect(columns.filter((name) => !new RegExp(`\\b${name}\\b`).test(known))).toEqual([])
})
