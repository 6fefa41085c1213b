import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// Most of the start time is compiling modules. The compile cache is stored beside the packages, written as
// soon as the server is up, so that it survives a kill. If the folder is read-only, nothing is cached.
// This file is JavaScript, because what runs before the cache would load the compiler of TypeScript.
enableCompileCache(join(import.meta.dirname, '../../node_modules/.cache/node'))
await import('./run.ts')
flushCompileCache()
