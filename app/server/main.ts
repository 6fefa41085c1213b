import { BadSettings, readEnv } from '../../lib/server/env.ts'
import { AlreadyServed } from '../../lib/server/postgres.ts'
import { DEMO_PASSWORD } from './demo.ts'
import { start } from './start.ts'

const STOP_SECONDS = 25

try {
  const starting = start(readEnv(process.env), { isDemoWanted: !process.argv.includes('--empty') })
  // From the first moment: whoever is told to stop while starting finishes that first, and leaves nothing half-open behind.
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
    product.log.fatal({ err: fault }, 'uncaught; draining')
    process.exitCode = 1
    void stop()
  })
  const page = product.address.replace(/0\.0\.0\.0|\[::\]/, 'localhost')
  console.log(`Tallyhouse is open at ${page}`)
  if (product.hasDemo) {
    console.log(`Log in as demo / ${DEMO_PASSWORD}; a satellite warehouse as satellite / ${DEMO_PASSWORD}`)
  }
} catch (fault) {
  const isPlain = fault instanceof BadSettings || fault instanceof AlreadyServed
  console.error(isPlain ? fault.message : fault)
  process.exit(1)
}
