import { join } from 'node:path'
import { defineConfig } from 'vitest/config'

// Every spreadsheet is read by a new thread; with this it compiles its packages once, as the server's threads do.
process.env.NODE_COMPILE_CACHE ??= join(import.meta.dirname, 'node_modules/.cache/node')

export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'pure',
          include: ['*/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/*.db.test.ts', '**/*.faults.test.ts'],
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
        },
      },
      {
        test: {
          name: 'db',
          include: ['*/**/*.db.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['testing/setup.ts'],
          maxWorkers: 2,
          isolate: false,
          testTimeout: 120_000,
          hookTimeout: 180_000,
        },
      },
      {
        test: {
          name: 'faults',
          include: ['*/**/*.faults.test.ts'],
          exclude: ['**/node_modules/**'],
          globalSetup: ['testing/model-home.ts'],
          maxWorkers: 2,
          testTimeout: 300_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
