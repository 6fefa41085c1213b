import { expect, test } from 'vitest'
import { KEY_DAYS, RESEND_DAYS } from '../../calls/key-days.ts'
import { t } from '../../text/web/language.tsx'
import { type Outcome, ScanQueue, type ScanStore, type Waiting } from './queue.ts'
import { scanText } from './text.ts'

/** A server that counts each key once, behind a connection that can be cut before or after it. */
function aServer() {
  const counted = new Map<string, string>()
  const tried: string[] = []
  const server = {
    counted,
    tried,
    line: 'whole' as 'whole' | 'cut' | 'deaf' | 'logged out' | 'broken',
    refuses: new Set<string>(),
    async take({ id, scan }: Waiting<string>): Promise<Outcome<string>> {
      tried.push(id)
      if (server.line === 'cut') return 'lost'
      if (server.line === 'logged out') return 'stopped'
      if (server.line === 'broken') return { fault: 'broken' }
      if (server.refuses.has(scan)) return { refused: 'too many' }
      counted.set(id, scan)
      // The scan was counted, and the response was lost.
      return server.line === 'deaf' ? 'lost' : { done: `counted ${scan}` }
    },
  }
  return server
}

function aStore(): ScanStore<string> & { kept: Map<string, Waiting<string>> } {
  const kept = new Map<string, Waiting<string>>()
  return {
    kept,
    all: async () => [...kept.values()],
    put: async (entry) => void kept.set(entry.id, structuredClone(entry)),
    remove: async (id) => void kept.delete(id),
  }
}

const DAY = 86_400_000

function aQueue(
  server: ReturnType<typeof aServer>,
  store: ScanStore<string>,
  {
    now = () => DAY,
    usedSince = () => Number.POSITIVE_INFINITY,
  }: { now?: () => number; usedSince?: () => number } = {},
) {
  const messages: string[] = []
  const queue = new ScanQueue<string, string>({
    store,
    send: server.take,
    onDone: (_, answer) => void messages.push(answer),
    onRefused: ({ scan, why }) => void messages.push(`${scan}: ${why}`),
    now,
    usedSince,
    // Sleeps until woken: the tests depend on events, not on time.
    sleep: () => new Promise(() => {}),
  })
  return { queue, messages }
}

const settled = () => new Promise((wake) => setTimeout(wake, 5))

test('a lost connection is no server fault: one fault after it sets nothing aside', async () => {
  const [server, store] = [aServer(), aStore()]
  server.line = 'cut'
  const { queue, messages } = aQueue(server, store)
  await queue.add('key-a', 'a', 1)
  await settled()
  for (const line of ['cut', 'cut', 'broken', 'broken', 'cut', 'whole'] as const) {
    server.line = line
    queue.wake()
    await settled()
  }
  expect([messages, queue.line().entries]).toEqual([['counted a'], []])
  expect(server.tried).toHaveLength(7)
})

test('scans are counted in the order they were made', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue, messages } = aQueue(server, store)
  for (const name of ['a', 'b', 'c']) void queue.add(`key-${name}`, name, 7)
  await settled()
  expect(messages).toEqual(['counted a', 'counted b', 'counted c'])
  expect([store.kept.size, queue.line().entries.length]).toEqual([0, 0])
})

test('manual input is sent as such, also after a reload', async () => {
  const [server, store] = [aServer(), aStore()]
  server.line = 'cut'
  const { queue } = aQueue(server, store)
  await queue.add('key-a', 'a', 1, { isTyped: true, by: 'Anna' })
  await queue.add('key-b', 'b', 2)
  await settled()
  queue.close()
  const sent: [string, boolean][] = []
  server.line = 'whole'
  const { queue: after } = aQueue(
    {
      ...server,
      take: (entry) => {
        sent.push([entry.scan, entry.isTyped ?? false])
        return server.take(entry)
      },
    },
    store,
  )
  let isKnown = false
  void after.isRead().then(() => {
    isKnown = true
  })
  await settled()
  expect(isKnown).toBe(false)
  await after.open()
  await settled()
  expect([isKnown, sent]).toEqual([
    true,
    [
      ['a', true],
      ['b', false],
    ],
  ])
})

test('a lost connection loses no scan and is reported', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue, messages } = aQueue(server, store)
  server.line = 'cut'
  await queue.add('key-a', 'a', 1)
  await queue.add('key-b', 'b', 2)
  await settled()
  expect([queue.line().isCut, store.kept.size, messages]).toEqual([true, 2, []])
  server.line = 'whole'
  queue.wake()
  await settled()
  expect([queue.line().isCut, messages]).toEqual([false, ['counted a', 'counted b']])
})

test('a scan whose response was lost is sent again with the same key and counted once', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue } = aQueue(server, store)
  server.line = 'deaf'
  await queue.add('key-a', 'a', 1)
  await settled()
  server.line = 'whole'
  queue.wake()
  await settled()
  expect(server.tried).toEqual(['key-a', 'key-a'])
  expect([...server.counted]).toEqual([['key-a', 'a']])
})

test('scans survive a reload', async () => {
  const [server, store] = [aServer(), aStore()]
  server.line = 'cut'
  const before = aQueue(server, store)
  await before.queue.add('key-a', 'a', 1)
  await before.queue.add('key-b', 'b', 1)
  await settled()
  before.queue.close()

  server.line = 'whole'
  // A store may list them in any order.
  const { queue, messages } = aQueue(server, { ...store, all: async () => (await store.all()).reverse() })
  await queue.open()
  await settled()
  expect(messages).toEqual(['counted a', 'counted b'])
  expect(store.kept.size).toBe(0)
})

test('the queue is not reported empty before stored scans are loaded', async () => {
  const [server, store] = [aServer(), aStore()]
  server.line = 'cut'
  const before = aQueue(server, store)
  await before.queue.add('key-a', 'a', 1)
  before.queue.close()

  server.line = 'whole'
  const { queue, messages } = aQueue(server, store)
  expect(queue.line()).toEqual({ entries: [], isCut: false, isRead: false })
  const sent = queue.sent()
  await queue.open()
  expect([await sent, messages]).toEqual([true, ['counted a']])
  expect(queue.line()).toEqual({ entries: [], isCut: false, isRead: true })
})

test('a refused scan stays until it is acknowledged, and later ones continue', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue, messages } = aQueue(server, store)
  server.refuses.add('a')
  await queue.add('key-a', 'a', 1)
  await queue.add('key-b', 'b', 2)
  await settled()
  expect(messages).toEqual(['a: too many', 'counted b'])
  expect(queue.line().entries).toMatchObject([{ scan: 'a', state: 'refused', why: 'too many' }])
  await queue.dismiss('key-a')
  expect([queue.line().entries.length, store.kept.size]).toEqual([0, 0])
})

test('a scan that causes server faults is set aside after the third attempt', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue, messages } = aQueue(server, store)
  server.line = 'broken'
  await queue.add('key-a', 'a', 1)
  for (const _ of [1, 2, 3]) {
    await settled()
    queue.wake()
  }
  await settled()
  expect([server.tried.length, messages]).toEqual([3, ['a: broken']])
})

const tooOld = t(scanText.tooOld, { days: RESEND_DAYS })

test('a scan the server may have forgotten is set aside instead of being sent again, and later ones continue', async () => {
  // Sent again later than this, it would be counted a second time.
  expect(RESEND_DAYS).toBeLessThan(KEY_DAYS)
  const [server, store] = [aServer(), aStore()]
  server.line = 'deaf'
  const before = aQueue(server, store)
  await before.queue.add('key-a', 'a', 0)
  await settled()
  before.queue.close()
  server.line = 'cut'
  let now = RESEND_DAYS * DAY
  const { queue, messages } = aQueue(server, store, { now: () => now })
  await queue.open()
  await queue.add('key-b', 'b', now)
  await settled()
  expect([server.tried, messages]).toEqual([['key-a', 'key-a'], []])
  now++
  queue.wake()
  await settled()
  expect(messages).toEqual([`a: ${tooOld}`])
  server.line = 'whole'
  queue.wake()
  await settled()
  expect([server.tried.filter((id) => id === 'key-a').length, messages]).toEqual([
    2,
    [`a: ${tooOld}`, 'counted b'],
  ])
  expect([...store.kept.values()]).toMatchObject([{ id: 'key-a', at: 0, state: 'refused', why: tooOld }])
  await queue.dismiss('key-a')
  expect(store.kept.size).toBe(0)
})

test('a new scan that reverses one the server may have forgotten is set aside as well', async () => {
  const [server, now] = [aServer(), 20 * DAY]
  const { queue, messages } = aQueue(server, aStore(), { now: () => now, usedSince: () => now - 7 * DAY })
  await queue.add('key-a', 'undo a', now)
  await settled()
  expect([server.tried, messages]).toEqual([[], [`undo a: ${tooOld}`]])
})

test('only a scan that was never sent can be removed', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue } = aQueue(server, store)
  server.line = 'cut'
  await queue.add('key-a', 'a', 1)
  await queue.add('key-b', 'b', 2)
  await settled()
  expect([await queue.takeBack('key-a'), await queue.takeBack('key-b')]).toEqual([false, true])
  server.line = 'whole'
  queue.wake()
  await settled()
  expect([...server.counted.values()]).toEqual(['a'])
})

test('a scan that is being removed is not sent while the disk is slow', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue } = aQueue(server, {
    ...store,
    remove: async (id) => {
      await settled()
      await store.remove(id)
    },
  })
  await queue.add('key-a', 'a', 1)
  await queue.add('key-b', 'b', 2)
  expect(await queue.takeBack('key-b')).toBe(true)
  await settled()
  await settled()
  expect(server.tried).toEqual(['key-a'])
  expect(store.kept.size).toBe(0)
})

test('scans of a logged-out user wait for that user', async () => {
  const [server, store] = [aServer(), aStore()]
  const { queue, messages } = aQueue(server, store)
  server.line = 'logged out'
  await queue.add('key-a', 'a', 1)
  await settled()
  expect([server.tried.length, store.kept.size]).toEqual([1, 1])
  server.line = 'whole'
  await queue.open()
  await settled()
  expect(messages).toEqual(['counted a'])
})

test('closing waits until everything is sent, and returns at once when the connection is lost', async () => {
  const server = aServer()
  const { queue, messages } = aQueue(server, aStore())
  await queue.open()
  expect(await queue.sent()).toBe(true)
  void queue.add('key-a', 'a', 7)
  expect([await queue.sent(), messages]).toEqual([true, ['counted a']])
  server.line = 'cut'
  void queue.add('key-b', 'b', 8)
  expect(await queue.sent()).toBe(false)
  server.line = 'whole'
  queue.wake()
  await settled()
  expect([await queue.sent(), messages]).toEqual([true, ['counted a', 'counted b']])
  server.line = 'logged out'
  void queue.add('key-c', 'c', 9)
  expect(await queue.sent()).toBe(false)
})

test('the delay doubles up to eight seconds, and starts again when woken or when a scan gets through', async () => {
  const [server, store] = [aServer(), aStore()]
  const waits: number[] = []
  let next = () => {}
  const queue = new ScanQueue<string, string>({
    store,
    send: server.take,
    onDone: () => {},
    onRefused: () => {},
    now: () => DAY,
    sleep: (ms) =>
      new Promise((wake) => {
        waits.push(ms)
        next = wake
      }),
  })
  const fail = async (times: number) => {
    for (let i = 0; i < times; i++) {
      await settled()
      next()
    }
    await settled()
    return waits.splice(0)
  }
  server.line = 'cut'
  await queue.add('key-a', 'a', 1)
  expect(await fail(5)).toEqual([500, 1000, 2000, 4000, 8000, 8000])
  queue.wake()
  expect(await fail(1)).toEqual([500, 1000])
  server.line = 'whole'
  next()
  await settled()
  server.line = 'cut'
  await queue.add('key-b', 'b', 2)
  expect(await fail(0)).toEqual([500])
})

test('an unsent scan cannot be acknowledged away, and a later scan never gets an earlier position', async () => {
  const [server, store] = [aServer(), aStore()]
  server.line = 'cut'
  const { queue } = aQueue(server, store)
  // The clock of the device was set back.
  await queue.add('key-a', 'a', 1000)
  await queue.add('key-b', 'b', 5)
  await settled()
  await queue.dismiss('key-a')
  expect(queue.line().entries.map(({ id, seq, at, tries }) => [id, seq, at, tries])).toEqual([
    ['key-a', 1000, 1000, 1],
    ['key-b', 1001, 5, 0],
  ])
  expect(await queue.takeBack('key-z')).toBe(false)
})

test('a queue of which nothing was left says that it is loaded', async () => {
  const { queue } = aQueue(aServer(), aStore())
  const read = queue.isRead()
  await queue.open()
  await read
  expect(queue.line()).toEqual({ entries: [], isCut: false, isRead: true })
})
