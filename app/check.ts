import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Proves the product: `fast` before every commit, `all` for a landing.
 *
 * Every step runs even when one before it failed; the last line counts what passed, failed and was left out.
 */
const root = join(import.meta.dirname, '..')
const isAll = process.argv[2] === 'all'
const folder = mkdtempSync(join(tmpdir(), 'tallyhouse-check-'))
const tally = { passed: 0, failed: 0, skipped: 0 }

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
  tally[run(name, command, args) ? 'passed' : 'failed']++
}

/** A step with tests of its own, which its report counts. */
function suite(
  name: string,
  command: string,
  args: string[],
  report: string,
  count: (report: never) => typeof tally,
) {
  const isGood = run(name, command, args, { PLAYWRIGHT_JSON_OUTPUT_NAME: report })
  const found = existsSync(report) ? count(JSON.parse(readFileSync(report, 'utf8')) as never) : undefined
  tally.passed += found?.passed ?? 0
  tally.skipped += found?.skipped ?? 0
  tally.failed += found?.failed || (isGood ? 0 : 1)
}

type VitestReport = { numPassedTests: number; numFailedTests: number; numPendingTests: number }
const vitest = (name: string, ...projects: string[]) => {
  const report = join(folder, `${projects.join('-')}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  suite(
    name,
    'vitest',
    args,
    report,
    ({ numPassedTests, numFailedTests, numPendingTests }: VitestReport) => ({
      passed: numPassedTests,
      failed: numFailedTests,
      skipped: numPendingTests,
    }),
  )
}

type PlaywrightReport = { stats: { expected: number; unexpected: number; flaky: number; skipped: number } }
function journeys() {
  const report = join(folder, 'e2e.json')
  suite(
    'journeys in a browser',
    'playwright',
    ['test', '--reporter=list,json'],
    report,
    ({ stats }: PlaywrightReport) => ({
      passed: stats.expected,
      failed: stats.unexpected + stats.flaky,
      skipped: stats.skipped,
    }),
  )
}

/** The browser tests need Chromium and Chinese letters; where apt may be used, it brings them. */
function bringBrowser(): boolean {
  const hasBrowser = existsSync('/usr/bin/chromium')
  const hasFonts = spawnSync('fc-list', [':lang=zh']).stdout?.length > 0
  if (hasBrowser && hasFonts) return true
  if (process.getuid?.() !== 0 || spawnSync('apt-get', ['--version']).status !== 0) return false
  const quiet = { DEBIAN_FRONTEND: 'noninteractive' }
  return (
    run('apt lists', 'apt-get', ['update', '-qq'], quiet) &&
    run(
      'Chromium and Chinese fonts',
      'apt-get',
      ['install', '-y', '-qq', 'chromium', 'fontconfig', 'fonts-noto-cjk'],
      quiet,
    )
  )
}

step('format and lint', 'biome', 'check', '--error-on-warnings', '.')
step('types of the server', 'tsc', '-p', 'tsconfig.server.json')
step('types of the page', 'tsc', '-p', 'tsconfig.web.json')
step('types of the journeys', 'tsc', '-p', 'tsconfig.e2e.json')
step('the page builds', 'node', 'app/build.ts')
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
console.log(
  `\n${tally.passed} passed, ${tally.failed} failed${tally.skipped ? `, ${tally.skipped} skipped` : ''}`,
)
process.exit(tally.failed === 0 ? 0 : 1)
