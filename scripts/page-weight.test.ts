import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'

/**
 * What a browser loads before it can show a page, read from the build: scripts with all their imports, and
 * the styles.
 */
type Manifest = Record<string, { name?: string; src?: string; file: string; imports?: string[] }>

const root = join(import.meta.dirname, '..')
const dist = join(root, 'dist')
let manifest: Manifest

beforeAll(() => {
  expect(spawnSync(process.execPath, ['scripts/build.ts'], { cwd: root }).status).toBe(0)
  manifest = JSON.parse(readFileSync(join(dist, '.manifest.json'), 'utf8'))
}, 180_000)

function filesFor(pages: string[]): string[] {
  const files = new Set<string>()
  const take = (key: string) => {
    const chunk = manifest[key]
    if (!chunk) throw new Error(`the build has no file ${key}`)
    if (files.has(chunk.file)) return
    files.add(chunk.file)
    for (const next of chunk.imports ?? []) take(next)
  }
  for (const page of pages) {
    const key = Object.keys(manifest).find((one) => one === page || manifest[one]?.name === page)
    if (key === undefined) throw new Error(`the build has no page ${page}`)
    take(key)
  }
  const styles = Object.values(manifest).flatMap(({ file }) => (file.endsWith('.css') ? [file] : []))
  return [...files, ...styles]
}

const kilobytes = (files: string[]) =>
  files.reduce((sum, file) => sum + statSync(join(dist, `${file}.gz`)).size, 0) / 1024

const lists = [
  'InboundListPage',
  'ParcelListPage',
  'ProductListPage',
  'CustomerListPage',
  'StockPage',
  'ChannelPage',
  'StaffPage',
  'OrderListPage',
  'PickingListPage',
  'PrintLabelPage',
]

test.each([
  { page: 'log-in', loads: ['index.html', 'login'], limit: 210 },
  { page: 'home', loads: ['index.html', 'shell', 'home'], limit: 310 },
  ...lists.map((list) => ({ page: list, loads: ['index.html', 'shell', list], limit: 430 })),
])('$page is at most $limit KB and at most 25 requests', ({ loads, limit }) => {
  const files = filesFor(loads)
  expect(kilobytes(files)).toBeLessThanOrEqual(limit)
  expect(files.length).toBeLessThanOrEqual(25)
})
