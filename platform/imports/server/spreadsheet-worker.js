import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

// JavaScript, and with the cache of the server: a worker that compiles its modules takes longer to start than to read a spreadsheet.
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/node'))
await import('./spreadsheet-worker.ts')
flushCompileCache()
