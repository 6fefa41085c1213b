import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs from 'node:fs'
import os from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startArguments } from '../scripts/start-command.ts'
import { endOrderHistory } from './order-history.ts'

declare module 'vitest' {
  interface ProvidedContext {
    modelHome: string
  }
}

const root = join(import.meta.dirname, '..')

/** The product with its demo data, created by a real first start once per run; each test gets a copy. */
// biome-ignore lint/style/noDefaultExport: vitest asks for it
export default async function setup(project: TestProject) {
  const ground = fs.mkdtempSync(
    join(fs.existsSync('/dev/shm') ? '/dev/shm' : os.tmpdir(), 'tallyhouse-model-'),
  )
  fs.chmodSync(ground, 0o711)
  const home = join(ground, 'data')
  const clear = () => fs.rmSync(ground, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  const child = spawn(process.execPath, startArguments, {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: os.homedir(),
      PORT: '0',
      HOST: '127.0.0.1',
      DATA_DIR: home,
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  let message = ''
  for await (const text of child.stdout.setEncoding('utf8')) {
    message += text
    if (message.includes('Tallyhouse is running at')) break
  }
  // Otherwise every copy would make half a year of orders in the background.
  await endOrderHistory(home)
  child.kill('SIGTERM')
  const [code] = await ended
  if (code === 0) project.provide('modelHome', home)
  else {
    clear()
    throw new Error(`the first start of the product ended with ${code}: ${message}`)
  }
  return clear
}
