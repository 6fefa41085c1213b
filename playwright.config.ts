import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { defineConfig } from '@playwright/test'
import { chromium } from './e2e/chromium.ts'
import { startCommand } from './scripts/start-command.ts'

const port = Number(process.env.E2E_PORT ?? 8190)
const postPort = port + 1000
// The workers read this file too, and find the folder created by the first read. A given folder may already
// be served: that allows running a single journey repeatedly.
const isGiven = process.env.E2E_DATA_DIR !== undefined
if (!isGiven) {
  const ground = existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
  const folder = mkdtempSync(join(ground, 'tallyhouse-e2e-'))
  process.env.E2E_DATA_DIR = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

export default defineConfig({
  testDir: 'e2e',
  globalSetup: './e2e/global-setup.ts',
  outputDir: `test-results/${port}`,
  workers: Number(process.env.E2E_WORKERS ?? 2),
  fullyParallel: true,
  // A busy machine may starve one journey. It is retried, and the check names each retried one.
  retries: 1,
  timeout: 120_000,
  expect: { timeout: 30_000 },
  use: {
    baseURL: `http://localhost:${port}`,
    // One context per worker, emptied between journeys: a new one starts a process and compiles the page again, which
    // takes a quarter of the time of all journeys. What is not emptied is restored in `e2e/desk.ts`.
    reuseContext: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    // Reduced motion: nothing here waits for an animation.
    contextOptions: { reducedMotion: 'reduce' },
    // Tracing makes the journeys half as slow again; use `--trace retain-on-failure` when needed.
    screenshot: 'only-on-failure',
    launchOptions: chromium,
  },
  webServer: [
    {
      command: 'exec node e2e/smtp-server.ts',
      port: postPort,
      reuseExistingServer: isGiven,
      env: { SMTP_PORT: String(postPort), LETTERS_DIR: join(process.env.E2E_DATA_DIR ?? '', 'letters') },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 5_000 },
    },
    {
      command: startCommand,
      url: `http://localhost:${port}/healthz`,
      timeout: 120_000,
      reuseExistingServer: isGiven,
      env: {
        PORT: String(port),
        HOST: '127.0.0.1',
        DATA_DIR: process.env.E2E_DATA_DIR ?? '',
        LOG_LEVEL: 'warn',
        SMTP_URL: `smtp://127.0.0.1:${postPort}`,
        PUBLIC_URL: `http://localhost:${port}`,
        OUTBOUND_TEST_HOSTS: '127.0.0.1',
        CONTACT_PHONE: '400-800-1234',
        CONTACT_EMAIL: 'service@example.com',
        CONTACT_CHAT: 'https://example.com/chat/tallyhouse',
      },
      gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    },
  ],
})
