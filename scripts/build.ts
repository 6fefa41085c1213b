import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build } from 'vite'
import { layersOf } from './page-layers.ts'

// A test that builds the page would otherwise get React's development build.
process.env.NODE_ENV = 'production'

const root = join(import.meta.dirname, '..')
const place = join(root, 'dist')
const stampFile = join(place, '.stamp')

const pageFolders = [
  'app',
  'billing',
  'carriers',
  'channels',
  'customers',
  'inventory',
  'orders',
  'platform',
  'products',
  'receiving',
  'setup',
  'shipping',
  'staff',
  'warehouse',
]

/** The sources of the page. Server, database and tests are left out: they do not affect it. */
const sources = [
  'package.json',
  'package-lock.json',
  'index.html',
  'vite.config.ts',
  'scripts/build.ts',
  'scripts/page-layers.ts',
  'public/**/*',
  ...pageFolders.map((folder) => `${folder}/**/*.{ts,tsx,css}`),
]
const notThePage = /\/server\/|\.test\.ts$/

function stampOfSources(): string {
  const files = globSync(sources, { cwd: root, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => join(file.parentPath, file.name).slice(root.length + 1))
    .filter((file) => !notThePage.test(file))
    .sort()
  const hash = createHash('sha256').update(process.version)
  for (const file of files) hash.update(`\0${file}\0`).update(readFileSync(join(root, file)))
  return hash.digest('hex')
}

const isBuilt = (stamp: string) =>
  existsSync(join(place, 'index.html')) && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp

/** Compresses text assets once, here, instead of on every request. */
async function compressAll(folder: string): Promise<void> {
  const files = globSync('**/*.{js,css,svg,wasm}', { cwd: folder })
  await Promise.all(
    files.map(async (file) => {
      const bytes = readFileSync(join(folder, file))
      const params = {
        [constants.BROTLI_PARAM_QUALITY]: 11,
        [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
      }
      writeFileSync(join(folder, `${file}.br`), await promisify(brotliCompress)(bytes, { params }))
      writeFileSync(join(folder, `${file}.gz`), await promisify(gzip)(bytes, { level: 9 }))
    }),
  )
}

/** A running server keeps its page until the new one is complete. */
async function buildPage(stamp: string): Promise<void> {
  // What a killed build has left.
  for (const left of globSync('dist.*', { cwd: root }).map((folder) => join(root, folder)))
    if (statSync(left).mtimeMs < Date.now() - 3_600_000) rmSync(left, { recursive: true, force: true })
  const fresh = join(root, `dist.${process.pid}`)
  const old = join(root, `dist.${process.pid}.old`)
  try {
    const config = { root, configFile: join(root, 'vite.config.ts'), logLevel: 'warn' } as const
    const plan = await build({ ...config, build: { write: false, minify: false } })
    const layerOf = layersOf('output' in plan ? plan.output : [])
    const group = {
      debugName: 'layers',
      name: (id: string) => layerOf.get(id) ?? null,
      includeDependenciesRecursively: false,
    }
    await build({
      ...config,
      build: { outDir: fresh, rolldownOptions: { output: { codeSplitting: { groups: [group] } } } },
    })
    await compressAll(fresh)
    writeFileSync(join(fresh, '.stamp'), stamp)
    if (existsSync(place)) renameSync(place, old)
    renameSync(fresh, place)
  } finally {
    rmSync(fresh, { recursive: true, force: true })
    rmSync(old, { recursive: true, force: true })
  }
}

const stamp = stampOfSources()
if (process.argv.includes('--force') || !isBuilt(stamp)) {
  console.log('Building the page: half a minute to a minute, only after an update …')
  const start = performance.now()
  await buildPage(stamp)
  console.log(`page built in ${((performance.now() - start) / 1000).toFixed(1)} s`)
}
