import fs from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { getUserInfo } from '../../staff/login/contract.ts'
import {
  crowd,
  doing,
  expectDoneOrAway,
  expectEachOnce,
  expectSignedIn,
  logIn,
  send,
  type Try,
} from '../../testing/crowd.ts'
import { type Cut, cutter } from '../../testing/cut-connections.ts'
import { chance, rounds, seed } from '../../testing/random.ts'
import { killAll, type Product, postgresPids, products, roleAt, urlOf } from '../../testing/run-product.ts'
import { switchTime } from '../../warehouse/top-contract.ts'
import { checkBooks } from '../contract.ts'

console.log(`FAULT_SEED=${seed}`)
const { demoHome, outsidePostgres, start } = products()
const cuts = rounds(6)
const people = [
  ...doing('zones', 'demo', 'picking1', 'picking2', 'picking3'),
  ...doing('profile', 'receiving1', 'receiving2'),
]

const slowest = (tries: Try[]) => Math.round(Math.max(...tries.map((item) => item.ms)))

async function healthTimes(product: Product, isOver: () => boolean): Promise<Try[]> {
  const input: Try[] = []
  while (!isOver()) {
    input.push(await send(product.address, { path: '/healthz', method: 'GET' }))
    await sleep(50)
  }
  return input
}

test('when every connection is in use further calls are refused in time, and succeed once connections are free', async () => {
  const home = demoHome()
  const product = await start(home)
  const [demo, picker] = [await logIn(product.address, 'demo'), await logIn(product.address, 'picking1')]
  const holder = new pg.Client({ ...roleAt(home, 'postgres'), options: '-c search_path=wms' })
  holder.on('error', () => {})
  await holder.connect()
  await holder.query(`begin; select 1 from accounts where login_account = 'demo' for update`)

  const body = { timeZone: 'Asia/Tokyo' }
  const isAnswered = { yet: false }
  const health = healthTimes(product, () => isAnswered.yet)
  const stuck = Array.from({ length: 25 }, () =>
    send(product.address, { path: switchTime.path, body, token: demo }),
  )
  await sleep(200)
  const others = await Promise.all(
    Array.from({ length: 175 }, (_, i) =>
      i % 2
        ? send(product.address, { path: getUserInfo.path, method: 'GET', token: picker })
        : send(product.address, { path: switchTime.path, body, token: picker }),
    ),
  )
  const held = await Promise.all(stuck)
  isAnswered.yet = true
  expectDoneOrAway([...held, ...others])
  expect(held.every((item) => item.status === 503)).toBe(true)
  expect(others.filter((item) => item.status === 503).length).toBeGreaterThan(0)
  expect((await health).every((item) => item.status === 200)).toBe(true)
  console.log(
    `connections exhausted: the slowest of ${held.length} held calls took ${slowest(held)} ms, of ${others.length} others ${slowest(others)} ms, of health ${slowest(await health)} ms`,
  )
  expect(slowest(others)).toBeLessThan(5000)
  expect(slowest(held)).toBeLessThan(8000)

  await holder.query('rollback')
  await holder.end()
  const again = await send(product.address, { path: switchTime.path, body, token: demo })
  expect(again.status).toBe(200)
})

test('when PostgreSQL has no connection left calls are refused for now and none fails otherwise', async () => {
  const home = demoHome()
  const product = await start(home)
  const token = await logIn(product.address, 'demo')
  const taken: pg.Client[] = []
  for (let isFull = false; !isFull; ) {
    const client = new pg.Client(roleAt(home, 'postgres'))
    client.on('error', () => {})
    await client.connect().then(
      () => taken.push(client),
      () => {
        isFull = true
      },
    )
  }
  const call = () => send(product.address, { path: getUserInfo.path, method: 'GET', token })
  const answers = await Promise.all(Array.from({ length: 60 }, call))
  expectDoneOrAway(answers)
  expect(answers.some((answer) => answer.status === 503)).toBe(true)
  await Promise.all(taken.map((client) => client.end()))
  expect((await call()).status).toBe(200)
})

test('a hanging database blocks no call forever, and commands in progress happen once', {
  timeout: 300_000,
}, async () => {
  const home = demoHome()
  const product = await start(home)
  const crew = await crowd(() => product.address, chance('hangs'), people)
  crew.work()
  await sleep(300)
  const since = performance.now()
  const isOver = { yet: false }
  const health = healthTimes(product, () => isOver.yet)
  const hung = postgresPids(home)
  killAll(hung, 'SIGSTOP')
  await sleep(10_000)
  killAll(hung, 'SIGCONT')
  const back = performance.now()
  while (!crew.tries().some((item) => item.at > back && item.status === 200)) await sleep(10)
  isOver.yet = true
  await crew.rest()
  await crew.settle()
  const meanwhile = crew.tries().filter((item) => item.at > since - 50 && item.at < back)
  console.log(
    `database hung for 10 s: ${meanwhile.length} calls, the slowest ${slowest(meanwhile)} ms; health ${slowest(await health)} ms`,
  )
  expect(meanwhile.some((item) => item.status === 503)).toBe(true)
  expect(slowest(meanwhile)).toBeLessThan(11_500)
  expect((await health).every((item) => item.status === 200 && item.ms < 2000)).toBe(true)
  expectDoneOrAway(crew.tries())
  await expectEachOnce(home, crew)
  crew.close()
})

test('a database connection cut around COMMIT leaves each command done once', {
  timeout: 120_000 + cuts * 20_000,
}, async () => {
  const luck = chance('cuts')
  const home = demoHome()
  const postgres = await outsidePostgres(home)
  const line = await cutter(join(fs.realpathSync(home), 'run', '.s.PGSQL.5432'))
  const { user, password, database } = postgres.as('app')
  const env = {
    DATABASE_URL: urlOf(postgres.as('owner')),
    APP_DATABASE_URL: `postgres://${user}:${password}@127.0.0.1:${line.port}/${database}`,
    SIGNING_SECRET: postgres.signingSecret,
  }
  const product = await start(home, { env })
  const crew = await crowd(() => product.address, luck, people)
  crew.work()
  const moments: Cut[] = ['after', 'before', 'during']
  for (let round = 0; round < cuts; round++) {
    line.arm(moments[round % moments.length] ?? 'after')
    while (line.cuts() === round) await sleep(5)
    await sleep(luck.between(0, 150))
  }
  line.cutAll()
  await sleep(300)
  await crew.rest()
  await crew.settle()
  await crew.ask('demo', checkBooks.path, {})

  const repeated = crew.sent.filter((item) => item.tries.length > 1)
  console.log(
    `cut ${cuts} times around COMMIT: ${crew.acked().length} commands, ${repeated.length} of them repeated`,
  )
  expect(repeated.length).toBeGreaterThanOrEqual(cuts)
  expectDoneOrAway(crew.tries())
  await expectSignedIn(product.address, crew)
  await expectEachOnce(home, crew)
  crew.close()
  await line.close()
})
