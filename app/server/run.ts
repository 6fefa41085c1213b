import { readEnv } from '../../platform/server/env.ts'
import { wordsFor } from '../../platform/server/start-errors.ts'
import { start } from './start.ts'

const STOP_SECONDS = 25

try {
  const starting = start(readEnv(process.env), { isDemoWanted: !process.argv.includes('--empty') })
  // Registered first: a stop during the start waits until the start has finished, and leaves nothing
  // half-open.
  let isStopping = false
  const stop = async () => {
    if (isStopping) return
    isStopping = true
    setTimeout(() => process.exit(1), STOP_SECONDS * 1000).unref()
    await (await starting).stop()
    process.exit()
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  const product = await starting
  process.on('uncaughtException', (fault) => {
    product.log.fatal({ err: fault }, 'uncaught exception; shutting down')
    process.exitCode = 1
    void stop()
  })
  // Log lines about the start are printed above the URL, not below it.
  product.log.flush(() => console.log(product.greeting.join('\n')))
} catch (fault) {
  console.error(wordsFor(fault))
  process.exit(1)
}
