import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { fetchFile, newId, timeOf } from './send.ts'

test('a file download has the same timeout as every call', async () => {
  const server = createServer(() => {}).listen(0, '127.0.0.1')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  await new Promise((up) => server.once('listening', up))
  const given = new AbortController()
  const clock = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(given.signal)
  onTestFinished(() => clock.mockRestore())
  const fetching = fetchFile(`http://127.0.0.1:${(server.address() as AddressInfo).port}/files/1`)
  expect(clock).toHaveBeenCalledWith(10_000)
  given.abort(new Error('over'))
  await expect(fetching).rejects.toThrow('over')
})

test('an id is a UUID version 7 with its creation time, and each is unique', () => {
  const at = Date.UTC(2026, 2, 8, 9, 30)
  const made = Array.from({ length: 1000 }, () => newId(at))
  for (const id of made)
    expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Set(made).size).toBe(1000)
  expect(Number.parseInt(made[0]?.replaceAll('-', '').slice(0, 12) ?? '', 16)).toBe(at)
  expect(newId(at + 1) > newId(at)).toBe(true)
  expect(timeOf(newId(at))).toBe(at)
})
