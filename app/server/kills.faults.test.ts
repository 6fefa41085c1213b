import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { crowd, doing, expectDoneOrAway, expectEachOnce, expectSignedIn } from '../../testing/crowd.ts'
import { chance, rounds, seed } from '../../testing/random.ts'
import { receivers } from '../../testing/receivers.ts'
import { askAs, killAll, postgresPids, postgresPidsOf, products, roleAt } from '../../testing/run-product.ts'

console.log(`FAULT_SEED=${seed}`)
const { demoHome, start } = products()
const serverKills = rounds(20)
const databaseKills = rounds(10)

const inMs = (times: number[]) => {
  const sorted = times.map(Math.round).sort((a, b) => a - b)
  return `${sorted[0]}–${sorted.at(-1)} ms, median ${sorted[Math.floor(sorted.length / 2)]} ms`
}

test('a killed server loses nothing it had acknowledged and repeats nothing', {
  timeout: 120_000 + serverKills * 40_000,
}, async () => {
  const luck = chance('server kills')
  const home = demoHome()
  let product = await start(home)
  const at = () => product.address
  const dock = await receivers(home, at, 4)
  const crew = [
    ...doing('goods', 'demo', 'demo', 'demo', 'demo'),
    ...doing('books', 'demo'),
    ...doing('zones', 'picking1', 'picking2'),
    ...doing('profile', 'receiving1'),
  ]
  const people = await crowd(at, luck, crew, { goods: dock.work })
  const postmaster = postgresPids(home)[0]
  const recoveries: number[] = []

  for (let round = 0; round < serverKills; round++) {
    people.work()
    await sleep(luck.between(50, 800))
    await product.kill()
    const since = performance.now()
    await people.rest()
    product = await start(home)
    recoveries.push(performance.now() - since)
    expect(postgresPids(home)[0]).toBe(postmaster)
    await people.settle()
  }
  const unsure = people.sent.filter((item) => item.tries.length > 1)
  console.log(
    `server killed ${serverKills} times: ${people.acked().length} commands, ${unsure.length} of them repeated; up again in ${inMs(recoveries)}`,
  )
  // Without commands cut off in the middle nothing was tested.
  expect(unsure.length).toBeGreaterThan(serverKills / 2)
  await expectSignedIn(product.address, people)
  await expectEachOnce(home, people)
  await dock.expectCounted()
  expectDoneOrAway(people.tries().filter((item) => item.status))
  expect(product.output()).not.toContain('"level":50')
  people.close()
  expect(await product.stop()).toEqual({ code: 0, signal: null })
  expect(postgresPids(home)).toEqual([])
})

const victims: [string, (home: string) => number[]][] = [
  ['all of PostgreSQL', postgresPids],
  ['its postmaster', (home) => postgresPids(home).slice(0, 1)],
  ['a backend', (home) => postgresPidsOf(home, 'tally_app').slice(0, 1)],
  ['its checkpointer', (home) => postgresPidsOf(home, 'checkpointer')],
  ['its walwriter', (home) => postgresPidsOf(home, 'walwriter')],
]

test('a killed database causes a moment of 503 and nothing else', {
  timeout: 120_000 + databaseKills * 40_000,
}, async () => {
  const luck = chance('database kills')
  const home = demoHome()
  const product = await start(home)
  const people = await crowd(() => product.address, luck)
  const recoveries: number[] = []
  people.work()
  await sleep(300)
  for (let round = 0; round < databaseKills; round++) {
    const [what, whom] = victims[round % victims.length] ?? ['', () => []]
    const pids = whom(home)
    expect([what, pids.length > 0]).toEqual([what, true])
    const since = performance.now()
    killAll(pids)
    await until(20_000, () => people.tries().some((item) => item.at > since + 20 && item.status === 200))
    recoveries.push(performance.now() - since)
    await sleep(luck.between(100, 500))
  }
  await people.rest()
  await people.settle()
  const away = people.tries().filter((item) => item.status === 503)
  console.log(
    `database killed ${databaseKills} times: ${people.acked().length} commands, ${away.length} times 503; back in ${inMs(recoveries)}`,
  )
  expect(away.length).toBeGreaterThan(0)
  expect(product.isAlive()).toBe(true)
  expectDoneOrAway(people.tries())
  expect(Math.max(...people.tries().map((item) => item.ms))).toBeLessThan(9500)
  await expectSignedIn(product.address, people)
  await expectEachOnce(home, people)
  people.close()
  expect(await product.stop()).toEqual({ code: 0, signal: null })
  expect(postgresPids(home)).toEqual([])
})

test('a server that was idle when its database was killed gets its queue locks back', async () => {
  const home = demoHome()
  const product = await start(home)
  const locks = () =>
    askAs(
      roleAt(home, 'postgres'),
      `select 1 from pg_locks where locktype = 'advisory' and classid = 7416 and granted`,
    )
      .then((rows) => rows.length)
      .catch(() => 0)
  // One for the general workers, one for those that wait for carriers.
  while ((await locks()) < 2) await sleep(20)
  killAll(postgresPidsOf(home, 'tally_app').slice(0, 1))
  await sleep(200)
  for (const late = performance.now() + 15_000; (await locks()) < 2 && performance.now() < late; )
    await sleep(50)
  expect(await locks()).toBe(2)
  expect(await product.stop()).toEqual({ code: 0, signal: null })
})

test('a task that has died with its server too often fails with a message, and is not left running', async () => {
  const home = demoHome()
  let product = await start(home)
  const owner = await crowd(() => product.address, chance('worn out'), doing('books', 'demo'))
  const root = roleAt(home, 'postgres')
  const wearOut = () =>
    askAs<{ key: string }>(
      root,
      `update graphile_worker._private_jobs set attempts = max_attempts where locked_by is not null and key like 'task:%' returning key`,
    )
  owner.work()
  let worn: { key: string }[] = []
  while (worn.length === 0) {
    await sleep(20)
    // Paused while it is inspected: it is killed during its current work.
    killAll([product.pid], 'SIGSTOP')
    const isBusy =
      (
        await askAs(
          root,
          `select 1 from graphile_worker.jobs where locked_by is not null and key like 'task:%'`,
        )
      ).length > 0
    if (!isBusy) {
      killAll([product.pid], 'SIGCONT')
      continue
    }
    await product.kill()
    worn = await wearOut()
    product = await start(home)
  }
  await owner.rest()
  // The company may have as many tasks waiting as it can; a request that starts one more waits for some of them.
  await owner.settle(120_000)
  await expectEachOnce(home, owner)
  const failed = await askAs(
    root,
    `select 'task:' || id as key from tasks where status = 'failed' order by id`,
  )
  expect(failed).toEqual(worn.sort((a, b) => a.key.localeCompare(b.key, 'en', { numeric: true })))
  owner.close()
})

async function until(ms: number, isSo: () => boolean) {
  for (const late = performance.now() + ms; !isSo(); await sleep(10)) {
    if (performance.now() > late) throw new Error(`not within ${ms} ms`)
  }
}
