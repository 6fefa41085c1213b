import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import {
  crowd,
  expectDoneOrAway,
  expectEachOnce,
  expectSignedIn,
  ownLine,
  send,
} from '../../testing/crowd.ts'
import { chance, rounds, seed } from '../../testing/random.ts'
import { killAll, type Product, postgresPids, products } from '../../testing/run-product.ts'

console.log(`FAULT_SEED=${seed}`)
const { demoHome, emptyHome, launch, start } = products()
const stops = rounds(3)
const clean = { code: 0, signal: null }

test('a stopping server announces it to its clients first, and cuts no connection and no request', {
  timeout: 120_000 + stops * 60_000,
}, async () => {
  const luck = chance('stops')
  const home = demoHome()
  let product = await start(home)
  const people = await crowd(() => product.address, luck)
  const times: number[] = []

  for (let round = 0; round < stops; round++) {
    people.work()
    await sleep(luck.between(200, 800))
    const since = performance.now()
    const health = healthOf(product)
    const ended = await product.stop()
    times.push(performance.now() - since)
    await people.rest()
    expect(ended).toEqual(clean)
    expect(await health).toEqual(['draining', 'closed'])
    expect(postgresPids(home)).toEqual([])
    product = await start(home)
    await people.settle()
  }
  console.log(
    `stopped ${stops} times under load: ${people.acked().length} commands; each in ${times.map(Math.round).join(', ')} ms`,
  )
  const broken = people.tries().filter((item) => item.fault && item.isReused)
  expect(broken).toEqual([])
  expectDoneOrAway(people.tries().filter((item) => item.status))
  await expectSignedIn(product.address, people)
  await expectEachOnce(home, people)
  people.close()
})

/** What a load balancer sees until the end, each status once. */
async function healthOf(product: Product): Promise<string[]> {
  const seen = new Set<string>()
  while (product.isAlive()) {
    const { status, body } = await send(product.address, { path: '/healthz', method: 'GET' })
    const word = status === 200 ? (body as unknown as { status: string }).status : 'closed'
    if (word !== 'ok') seen.add(word)
    await sleep(5)
  }
  return [...seen]
}

test('a stopping server without clients exits at once', async () => {
  const home = demoHome()
  for (const pause of [0, 30, 200]) {
    const product = await start(home)
    await sleep(pause)
    const since = performance.now()
    expect(await product.stop()).toEqual(clean)
    expect(performance.now() - since).toBeLessThan(5000)
    expect(postgresPids(home)).toEqual([])
  }
})

test('an idle keep-alive connection of a browser does not delay the exit', async () => {
  const product = await start(demoHome())
  const agent = ownLine()
  await send(product.address, { path: '/healthz', method: 'GET', agent })
  const since = performance.now()
  expect(await product.stop()).toEqual(clean)
  expect(performance.now() - since).toBeLessThan(6000)
  agent.destroy()
})

test('a server stopped while it starts leaves nothing running', async () => {
  const luck = chance('stops while starting')
  for (const home of [emptyHome(), demoHome(), demoHome()]) {
    const { child, ended } = launch(home)
    while (postgresPids(home).length === 0) await sleep(5)
    await sleep(luck.between(0, 400))
    child.kill('SIGTERM')
    expect(await ended).toEqual(clean)
    expect(postgresPids(home)).toEqual([])
  }
})

test('a server stopped while its database is down leaves nothing running', async () => {
  const luck = chance('stops without a database')
  for (let round = 0; round < stops; round++) {
    const home = demoHome()
    const product = await start(home)
    killAll(postgresPids(home))
    await sleep(luck.between(0, 200))
    expect(await product.stop()).toEqual(clean)
    expect(postgresPids(home)).toEqual([])
  }
})

test('npm forwards the stop signal and exits cleanly', async () => {
  const home = demoHome()
  // Without its pre and post scripts: the page is built by another test.
  const product = await start(home, { command: ['npm', 'start', '--ignore-scripts'] })
  const server = pidOfServer(product.pid)
  expect(server).toBeGreaterThan(0)
  expect(await product.stop()).toEqual(clean)
  expect(() => process.kill(server, 0)).toThrow()
  expect(postgresPids(home)).toEqual([])
})

/** The node process that npm has started, found through its children. */
function pidOfServer(pid: number): number {
  if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('app/server/main.js')) return pid
  const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return children ? Math.max(...children.split(' ').map((child) => pidOfServer(Number(child)))) : 0
}
