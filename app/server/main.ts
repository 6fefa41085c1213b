import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Most of a start is reading and compiling modules. What was compiled once is kept beside the packages, written as soon as the
// server is up: one that is killed later finds it when it starts again. Where the folder cannot be written nothing is kept.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
await import('./run.ts')
flushCompileCache()
