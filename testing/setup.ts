import type { TestProject } from 'vitest/node'
import { openScratch, type ScratchAt } from './scratch-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    scratch: ScratchAt
  }
}

/** One PostgreSQL for the whole run; each test file clones its template. */
// biome-ignore lint/style/noDefaultExport: vitest asks for it
export default async function setup(project: TestProject) {
  const scratch = await openScratch()
  project.provide('scratch', scratch.at)
  return () => scratch.close()
}
