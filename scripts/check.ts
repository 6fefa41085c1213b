import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { browserPath, shell } from '../e2e/chromium.ts'

/**
 * Proves the product: `fast` before every commit, `all` for a landing.
 *
 * Every step runs even when one before it failed; the last line counts what passed, failed and was left out.
 */
const root = join(import.meta.dirname, '..')
const isAll = process.argv[2] === 'all'
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-check-'))
const tally = { passed: 0, failed: 0, skipped: 0 }
const failures: string[] = []
/** What passed only when it was tried again. */
const again: string[] = []

function run(name: string, command: string, args: string[], env: Record<string, string> = {}): boolean {
  console.log(`\n— ${name}`)
  const since = performance.now()
  const { status } = spawnSync(command, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: `${join(root, 'node_modules/.bin')}:${process.env.PATH}`, ...env },
  })
  console.log(
    `— ${name}: ${status === 0 ? 'good' : 'FAILED'} in ${((performance.now() - since) / 1000).toFixed(1)} s`,
  )
  return status === 0
}

/** A step that is one proof by itself. */
const step = (name: string, command: string, ...args: string[]) => {
  const isGood = run(name, command, args)
  tally[isGood ? 'passed' : 'failed']++
  if (!isGood) failures.push(name)
}

type Outcome = { passed: number; skipped: number; failures: string[] }

/** A step with tests of its own, which its report counts. */
function suite<R>(
  name: string,
  command: string,
  args: string[],
  report: string,
  read: (report: R) => Outcome,
) {
  const isGood = run(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const match = existsSync(report) ? read(JSON.parse(readFileSync(report, 'utf8'))) : undefined
  const failed =
    match?.failures.length || isGood ? (match?.failures ?? []) : [`${name}: ended without a verdict`]
  tally.passed += match?.passed ?? 0
  tally.skipped += match?.skipped ?? 0
  tally.failed += failed.length
  failures.push(...failed)
}

type VitestReport = {
  numPassedTests: number
  numPendingTests: number
  testResults: {
    name: string
    status: string
    message: string
    assertionResults: { fullName: string; status: string; failureMessages: string[] }[]
  }[]
}
const vitest = (name: string, ...projects: string[]) => {
  const report = join(folder, `${projects.join('-')}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  suite(name, 'vitest', args, report, ({ numPassedTests, numPendingTests, testResults }: VitestReport) => ({
    passed: numPassedTests,
    skipped: numPendingTests,
    failures: testResults.flatMap((file) => {
      const failed = file.assertionResults.filter(({ status }) => status === 'failed')
      const told = failed.map((it) => `${file.name}: ${it.fullName}\n${it.failureMessages[0] ?? ''}`)
      return told.length || file.status !== 'failed' ? told : [`${file.name}\n${file.message}`]
    }),
  }))
}

type PlaywrightSuite = {
  specs: {
    title: string
    file: string
    tests: { status: string; results: { error?: { message?: string } }[] }[]
  }[]
  suites?: PlaywrightSuite[]
}
type PlaywrightReport = {
  suites: PlaywrightSuite[]
  stats: { expected: number; flaky: number; skipped: number }
}
const endedAs = (status: 'unexpected' | 'flaky', { specs, suites = [] }: PlaywrightSuite): string[] => [
  ...specs
    .filter(({ tests }) => tests.some((test) => test.status === status))
    .map((it) => `${it.file}: ${it.title}\n${it.tests[0]?.results[0]?.error?.message ?? ''}`),
  ...suites.flatMap((suite) => endedAs(status, suite)),
]
const journeys = () =>
  suite(
    'journeys in a browser',
    'playwright',
    ['test', '--reporter=list,json'],
    join(folder, 'e2e.json'),
    ({ suites, stats }: PlaywrightReport) => {
      again.push(...suites.flatMap((suite) => endedAs('flaky', suite)))
      return {
        passed: stats.expected + stats.flaky,
        skipped: stats.skipped,
        failures: suites.flatMap((suite) => endedAs('unexpected', suite)),
      }
    },
  )

const hasFonts = () => spawnSync('fc-list', [':lang=zh']).stdout?.length > 0

/** The browser tests need Chromium and Chinese letters; where apt may be used, it brings them. */
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

step('format and lint', 'biome', 'check', '--error-on-warnings', '.')
step('types of the server', 'tsc', '-p', 'tsconfig.server.json')
step('types of the page', 'tsc', '-p', 'tsconfig.web.json')
step('types of the journeys', 'tsc', '-p', 'tsconfig.e2e.json')
step('the page builds', 'node', 'scripts/build.ts')
vitest('rules and decisions', 'pure')
vitest('database', 'db')
if (isAll) {
  vitest('faults', 'faults')
  if (bringBrowser()) journeys()
  else {
    console.log(
      '\n— journeys in a browser: left out, Chromium or Chinese fonts are missing and apt cannot be used here',
    )
    tally.skipped++
  }
}
rmSync(folder, { recursive: true, force: true })
const tell = (mark: string, what: string) =>
  console.log(`\n${mark} ${what.split('\n').slice(0, 12).join('\n  ')}`)
for (const item of again) tell('↻ good only when tried again:', item)
for (const failure of failures) tell('✗', failure)
console.log(
  `\n${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ''}`,
)
process.exit(tally.failed === 0 ? 0 : 1)
