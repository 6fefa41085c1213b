import { defineConfig } from 'vitest/config'

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
