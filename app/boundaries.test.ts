import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** A folder may import from the lines above its own, never from its own line or from below. */
const layers = [
  ['db', 'postgres'],
  ['platform'],
  ['warehouse', 'staff'],
  ['customers', 'products'],
  ['carriers'],
  ['channels'],
  ['inventory'],
  ['billing'],
  ['receiving', 'orders'],
  ['shipping'],
  ['setup'],
  ['demo'],
  ['app'],
  ['cli'],
  ['testing'],
  ['scripts'],
]
const folderOf = (path: string) => path.split('/')[0] ?? ''
const layerOf = (path: string) => layers.findIndex((names) => names.includes(folderOf(path)))
const nodeOnly = ['db', 'postgres', 'demo', 'cli', 'testing', 'scripts']
const sideOf = (path: string) =>
  nodeOnly.includes(folderOf(path)) ? 'server' : (/\/(server|web)\//.exec(path)?.[1] ?? 'both')
const isTest = (path: string) => /\.test\.tsx?$/.test(path) || folderOf(path) === 'testing'

const files = layers.flat().flatMap(sourcesUnder)
const imports = files.flatMap((file) =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
    ([, target = '']) => ({
      file,
      target: join(dirname(file), target),
    }),
  ),
)

describe('the source tree', () => {
  test('is found', () => {
    expect(files.length).toBeGreaterThan(150)
    expect(imports.length).toBeGreaterThan(400)
    expect(imports.filter(({ file }) => file.startsWith('staff/server/')).length).toBeGreaterThan(5)
  })

  test('has no source folder outside the layers', () => {
    const folders = readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
      .map((entry) => entry.name)
    const outside = [
      'node_modules',
      'dist',
      'data',
      'public',
      'docs',
      'e2e',
      'bench',
      'test-results',
      'playwright-report',
    ]
    expect(folders.filter((name) => !outside.includes(name) && layerOf(name) < 0)).toEqual([])
  })
})

test('a folder imports only from the layers above it', () => {
  const wrong = imports
    .filter(({ file }) => !isTest(file))
    .filter(({ file, target }) => folderOf(file) !== folderOf(target) && layerOf(target) >= layerOf(file))
    // The role matrix consists of every slice's permissions: plain data without other imports.
    .filter(({ file, target }) => !(file === 'staff/roles/rights.ts' && /^\w+\/rights\.ts$/.test(target)))
    .map(({ file, target }) => `${file} > ${target}`)
  expect(wrong).toEqual([])
})

test('the permissions of a slice are plain data', () => {
  const wrong = imports
    .filter(({ file }) => /^\w+\/rights\.ts$/.test(file))
    .filter(({ target }) => !/^(platform\/slices|\w+)\/rights\.ts$/.test(target))
  expect(wrong).toEqual([])
})

test('the page never reaches into the server, nor the server into the page, nor a shared root into either', () => {
  const wrong = imports.filter(({ file, target }) => {
    if (isTest(file) || folderOf(file) === 'db') return false
    return sideOf(target) !== 'both' && sideOf(target) !== sideOf(file)
  })
  expect(wrong).toEqual([])
})

test('only tests import tests and their builders', () => {
  const wrong = imports.filter(
    ({ file, target }) => !isTest(file) && folderOf(file) !== 'scripts' && isTest(target),
  )
  expect(wrong.map(({ file, target }) => `${file} > ${target}`)).toEqual([])
})

test('no file imports itself through others, not even for types or later', () => {
  expect(circlesIn(imports)).toEqual([])
})

test('only the calculators of billing calculate a price, and they ask neither a clock nor a database', () => {
  const read = (file: string) => readFileSync(join(root, file), 'utf8')
  const code = files.filter((file) => !isTest(file))
  const isPricing = (file: string) => file.startsWith('billing/pricing/')
  // Units of measure, shares in percent, signs, and cells of a price table; the demo has a carrier with prices of its own.
  const others = [
    'billing/bills/server/steps.ts',
    'billing/bills/statement.ts',
    'billing/quotes/exact-cells.ts',
    'billing/quotes/freight-grid.ts',
    'billing/rent/change.ts',
    'carriers/carrier.ts',
    'carriers/demo-carrier.ts',
    'channels/box-by-volume.ts',
    'platform/text/discount.ts',
    'products/measures.ts',
    'setup/server/samples.ts',
  ]
  const multiplying = code.filter((file) => !isPricing(file) && /\.(times|div|mul|prod)\(/.test(read(file)))
  expect(multiplying.sort()).toEqual(others)
  // A check of the ledgers calculates the rent of a day again.
  const inSql = /\* *[\w.]*(discount|price|percent)\b|\b(discount|price|percent) *\* *[\w(]/
  const functions = readdirSync(join(root, 'db/functions')).map((name) => `db/functions/${name}`)
  expect([...code, ...functions].filter((file) => inSql.test(read(file)))).toEqual([
    'billing/rent/server/checks.ts',
  ])

  const pure = ['platform/text/amount.ts', 'platform/text/decimal.ts', 'billing/money/spendable.ts']
  const foreign = imports
    .filter(({ file, target }) => !isTest(file) && isPricing(file) && !isPricing(target))
    .map(({ target }) => target)
  expect([...new Set(foreign)].filter((target) => !pure.includes(target)).sort()).toEqual([
    'channels/rules.ts',
    'channels/zones/rules.ts',
  ])
  const asking = code
    .filter(isPricing)
    .filter((file) => /Date\.now|new Date\(\)|Math\.random|process\.|async |await /.test(read(file)))
  expect(asking).toEqual([])
})

test('a circle of imports is found, and a file that only leads to one is no part of it', () => {
  const of = (...pairs: string[]) => pairs.map((pair) => ({ file: pair[0] ?? '', target: pair[1] ?? '' }))
  expect(circlesIn(of('ab', 'bc', 'ad', 'dc'))).toEqual([])
  expect(circlesIn(of('ab', 'bc', 'ca', 'dc', 'ce', 'ff', 'gh', 'hg'))).toEqual([
    ['a', 'b', 'c'],
    ['f'],
    ['g', 'h'],
  ])
})

test('imports are relative, with their extension', () => {
  expect(imports.filter(({ target }) => !/\.(tsx?|css|json|svg)$/.test(target))).toEqual([])
})

test('the web compiler has no Node types, so that Node in a shared root does not compile', () => {
  const named = execFileSync(
    join(root, 'node_modules/.bin/tsc'),
    ['-p', 'tsconfig.web.json', '--listFilesOnly'],
    { cwd: root, encoding: 'utf8' },
  )
  const lines = named.split('\n')
  expect(lines.filter((line) => line.endsWith('/platform/calls/call.ts'))).toHaveLength(1)
  expect(lines.filter((line) => line.includes('/@types/node/'))).toEqual([])
}, 60_000)

/** The groups of files that import each other, directly or through others. */
function circlesIn(pairs: { file: string; target: string }[]): string[][] {
  const targets = Map.groupBy(pairs, ({ file }) => file)
  const reached = (from: string) => {
    const seen = new Set<string>()
    const open = [from]
    for (let file = open.pop(); file !== undefined; file = open.pop())
      for (const { target } of targets.get(file) ?? [])
        if (!seen.has(target)) {
          seen.add(target)
          open.push(target)
        }
    return seen
  }
  const circles = new Map<string, string[]>()
  for (const file of [...targets.keys()].sort()) {
    if ([...circles.values()].some((circle) => circle.includes(file))) continue
    const onward = reached(file)
    if (onward.has(file)) circles.set(file, [...onward].filter((other) => reached(other).has(file)).sort())
  }
  return [...circles.values()]
}

function sourcesUnder(folder: string): string[] {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.tsx?$/.test(name))
      .map((name) => join(folder, name))
  } catch {
    return []
  }
}
