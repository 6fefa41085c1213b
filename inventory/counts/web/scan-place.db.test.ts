import { expect, test } from 'vitest'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { openTestPage } from '../../../testing/web/test-page.ts'
import { createCount, listCounts } from '../contract.ts'
import { placeOfCount } from './scan-place.ts'

const server = await startTestServer()
const page = openTestPage(server)

test('the whole number of a count leads to it, scanned or pasted', async () => {
  const desk = await aStore(server)
  const scope = { zoneId: null, customerId: null, sku: '', locationCodes: ['A-01'], isBlind: false }
  const { id } = await server.done(createCount, scope, desk)
  const [count] = (await server.done(listCounts, {}, desk)).rows
  const no = count?.countNo ?? ''
  page.logIn(desk.token, desk.tenantId)
  for (const number of [no, ` ${no.toLowerCase()} `])
    expect([number, await placeOfCount(number)]).toEqual([number, `/query/stock?view=counts&open=${id}`])
  expect(await placeOfCount(no.slice(0, -1))).toBeUndefined()
})
