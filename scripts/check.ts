import { spawn, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath, shell } from '../e2e/chromium.ts'
import { FAULT_PARTS, faultsOf, type Journey, onceEach } from './sample.ts'

/**
 * Runs the tests.
 *
 * `changed` (`npm run check`, before a commit) tests what the change touches. `sample` (`npm test`, before a
 * merge) runs the pure and database tests, every journey in one language and theme, and the day's part of the
 * faults. `full` (`npm run test:full`) runs everything. Every step runs even when an earlier one failed; the
 * last line is the total.
 */
const mode = process.argv[2] === 'full' ? 'full' : process.argv[2] === 'changed' ? 'changed' : 'sample'
const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules/.cache/tsc')
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-check-'))
/** What a sample takes changes by the day. */
const today = Math.floor(Date.now() / 86_400_000)
const env = {
  ...process.env,
  PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`,
  // Random tests run a quarter of their rounds, tests over every field or list a part that changes by the day.
  ...(mode !== 'full' && { TEST_SAMPLE: process.env.TEST_SAMPLE ?? String(today) }),
}
const tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
const flaky: string[] = []

/** Journeys that may need a retry, with the reason. Any other that does has failed. */
const flakyBecause: Record<string, string> = {}

const since = (start: number) => `${((performance.now() - start) / 1000).toFixed(1)} s`

function run(name: string, command: string, args: string[], more: Record<string, string> = {}): boolean {
  console.log(`\n— ${name}`)
  const start = performance.now()
  const { status } = spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...env, ...more } })
  console.log(`— ${name}: ${status === 0 ? 'passed' : 'FAILED'} in ${since(start)}`)
  return status === 0
}

/** The output of a command; undefined if it fails. */
function outputOf(command: string, ...args: string[]): string {
  const { status, stdout } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    env,
    maxBuffer: 2 ** 28,
  })
  return status === 0 ? stdout : ''
}

type Step = [name: string, command: string, ...args: string[]]

/** Independent steps, two at a time; each prints when it ends. */
async function together(steps: readonly Step[]): Promise<void> {
  const waiting = [...steps]
  const lane = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) {
      const [name, command, ...args] = step
      const start = performance.now()
      const { output, status } = await new Promise<{ output: string; status: number | null }>((end) => {
        const child = spawn(command, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
        let output = ''
        child.stdout.on('data', (data) => (output += data))
        child.stderr.on('data', (data) => (output += data))
        child.on('error', (fault) => end({ output: String(fault), status: 1 }))
        child.on('close', (status) => end({ output, status }))
      })
      const isGood = status === 0
      tally[isGood ? 'passed' : 'failed']++
      if (!isGood) failures.push(`${name}\n${output}`)
      console.log(`\n— ${name}: ${isGood ? 'passed' : `FAILED\n${output}\n—`} in ${since(start)}`)
    }
  }
  await Promise.all([lane(), lane()])
}

type Outcome = { passed: number; skipped: number; failures: string[] }

/** A step with tests, which its report counts. */
function suite<R>(
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (report: R) => Outcome,
) {
  const isGood = run(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const result = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  const failed =
    result?.failures.length || isGood ? (result?.failures ?? []) : [`${name}: ended without a verdict`]
  tally.passed += result?.passed ?? 0
  tally.skipped += result?.skipped ?? 0
  tally.failed += failed.length
  failures.push(...failed)
}

type VitestReport = {
  numPassedTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
function vitest(name: string, project: string, ...more: string[]) {
  const report = join(folder, `${project}.json`)
  const args = ['run', '--project', project, ...more, '--reporter=default', '--reporter=json']
  suite(
    name,
    'vitest',
    [...args, `--outputFile.json=${report}`],
    report,
    ({ numPassedTests, testResults }: VitestReport) => ({
      passed: numPassedTests,
      // A test that today's sample leaves out does not count as skipped.
      skipped: testResults
        .flatMap((file) => file.assertionResults)
        .filter(({ status }) => status === 'pending').length,
      failures: testResults.flatMap((file) => {
        const failed = file.assertionResults.filter(({ status }) => status === 'failed')
        const lines = failed.map((it) => `${file.name}: ${it.fullName}\n${it.failureMessages[0] ?? ''}`)
        return lines.length || file.status !== 'failed' ? lines : [`${file.name}\n${file.message}`]
      }),
    }),
  )
}

/** The part of the faults for today; `FAULT_PART=3` runs that one. */
function faults() {
  if (mode === 'full') return vitest('faults', 'faults')
  const part = Number(process.env.FAULT_PART ?? today % FAULT_PARTS)
  const all: { name: string; file: string }[] = JSON.parse(
    outputOf('vitest', 'list', '--project', 'faults', '--json') || '[]',
  )
  const chosen = new Set(faultsOf(part, [...new Set(all.map(({ name }) => name))]))
  const files = new Set(all.filter(({ name }) => chosen.has(name)).map(({ file }) => file))
  const names = [...chosen].map((name) => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'))
  console.log(`\n— faults: ${chosen.size} of ${all.length}, FAULT_PART=${part}`)
  vitest('a part of the faults', 'faults', ...files, '-t', `^(${names.join('|')})$`)
}

type PlaywrightSuite = {
  title: string
  file: string
  specs: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = { suites: PlaywrightSuite[]; stats: { expected: number; skipped: number } }

const endedAs = (status: 'unexpected' | 'flaky', { specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map((it) => `${it.file}: ${it.title}\n${it.tests[0]?.results[0]?.error?.message ?? ''}`),
  ...suites.flatMap((suite) => endedAs(status, suite)),
]

const journeysIn = ({ file, specs, suites = [] }: PlaywrightSuite, path: string[] = []): Journey[] => [
  ...specs.map(({ title }) => ({ file, path: [...path, title] })),
  ...suites.flatMap((suite) => journeysIn(suite, [...path, suite.title])),
]

/** Each journey in one language and theme, as a list for Playwright. */
function journeyList(): string {
  const { suites }: PlaywrightReport = JSON.parse(outputOf('playwright', 'test', '--list', '--reporter=json'))
  const all = suites.flatMap((suite) => journeysIn(suite))
  const chosen = onceEach(all)
  console.log(`\n— journeys: ${chosen.length} of ${all.length}, each in one language and theme`)
  const list = join(folder, 'journeys.txt')
  writeFileSync(list, chosen.map(({ file, path }) => [file, ...path].join(' › ')).join('\n'))
  return list
}

const journeys = () =>
  suite(
    'journeys in a browser',
    'playwright',
    ['test', '--reporter=list,json', ...(mode === 'full' ? [] : ['--test-list', journeyList()])],
    join(folder, 'e2e.json'),
    ({ suites, stats }: PlaywrightReport) => {
      const retried = suites.flatMap((suite) => endedAs('flaky', suite))
      const causeOf = (what: string) =>
        Object.entries(flakyBecause).find(([title]) => what.split('\n')[0]?.endsWith(`: ${title}`))?.[1]
      const excused = retried.filter((what) => causeOf(what) !== undefined)
      flaky.push(...excused.map((what) => `${what.split('\n')[0]}: ${causeOf(what)}`))
      return {
        passed: stats.expected + excused.length,
        skipped: stats.skipped,
        failures: [
          ...suites.flatMap((suite) => endedAs('unexpected', suite)),
          ...retried
            .filter((what) => causeOf(what) === undefined)
            .map((what) => `flaky, passed only when it was tried again: ${what}`),
        ],
      }
    },
  )

const hasFonts = () => spawnSync('fc-list', [':lang=zh']).stdout?.length > 0

/** The browser tests need Chromium and Chinese fonts; installed by apt where possible. */
function bringBrowser(): boolean {
  const isRoot = process.getuid?.() === 0
  if (isRoot && !(existsSync(shell) && hasFonts()) && spawnSync('apt-get', ['--version']).status === 0) {
    const wanted = ['chromium', 'chromium-headless-shell', 'fontconfig', 'fonts-noto-cjk']
    const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
    run('apt lists', 'apt-get', ['update', '-qq'], quiet) &&
      run('Chromium and Chinese fonts', 'apt-get', ['install', '-y', '-qq', ...wanted], quiet)
  }
  return existsSync(browserPath()) && hasFonts()
}

/** Files that differ from the main branch, committed or not. */
function changedFiles(): string[] {
  const base = outputOf('git', 'merge-base', 'HEAD', 'origin/main').trim() || 'HEAD'
  const tracked = outputOf('git', 'diff', '--name-only', '--diff-filter=d', base)
  const fresh = outputOf('git', 'ls-files', '--others', '--exclude-standard')
  return [...new Set(`${tracked}\n${fresh}`.split('\n').filter(Boolean))]
}

/**
 * The tests of a change: pure tests that import a changed file, and the database tests beside one.
 *
 * Every database test starts the whole server and so imports every slice; its folder says what it tests.
 */
function testsOfChange() {
  const changed = changedFiles().filter((file) => /\.(tsx?|sql)$/.test(file))
  const boundaries = 'app/boundaries.test.ts'
  const related = outputOf(
    'vitest',
    'list',
    '--project',
    'pure',
    '--json',
    '--filesOnly',
    '--changed',
    'origin/main',
  )
  const pure: { file: string }[] = JSON.parse(related || '[]')
  vitest(
    'rules of what changed',
    'pure',
    ...new Set([join(root, boundaries), ...pure.map(({ file }) => file)]),
  )

  const slices = new Set(changed.map((file) => file.replace(/\/(?:(?:server|web|testing)\/)?[^/]*$/, '')))
  const beside = [...slices].flatMap((slice) => globSync(`${slice}/{,server/}*.db.test.ts`, { cwd: root }))
  if (beside.length > 0) vitest('database tests of what changed', 'db', ...beside)
}

mkdirSync(cache, { recursive: true })
const types = (name: string, project: string): Step => [
  `types of ${name}`,
  'tsc',
  '-p',
  `tsconfig.${project}.json`,
  '--incremental',
  '--tsBuildInfoFile',
  join(cache, `${project}.tsbuildinfo`),
]
await together([
  types('the page', 'web'),
  types('the server', 'server'),
  ['format and lint', 'biome', 'check', '--error-on-warnings', '.'],
  types('the journeys and the page’s tests', 'e2e'),
  ...(mode === 'changed' ? [] : ([['the page builds', 'node', 'scripts/build.ts']] as Step[])),
])
if (mode === 'changed') testsOfChange()
else {
  vitest('unit tests', 'pure')
  vitest('database', 'db')
  faults()
  if (bringBrowser()) journeys()
  else {
    console.log('\n— journeys skipped: Chromium or Chinese fonts are missing and apt is not available')
    tally.skipped++
  }
}
rmSync(folder, { recursive: true, force: true })
const printMark = (mark: string, what: string) =>
  console.log(`\n${mark} ${what.split('\n').slice(0, 12).join('\n  ')}`)
for (const journey of flaky) printMark('↻ flaky:', journey)
for (const failure of failures) printMark('✗', failure)
console.log(
  `\n${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ''}`,
)
process.exit(tally.failed === 0 ? 0 : 1)
