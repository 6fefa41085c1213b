import { expect } from 'vitest'
import { auditOrders, interceptOrders } from '../orders/contract.ts'
import { uploadLabel } from '../orders/waybills/contract.ts'
import type { Call, Envelope, OutputOf, SentTo } from '../platform/calls/call.ts'
import { openDatabase } from '../platform/database/server/db.ts'
import { confirmLabelPrint, printLabels } from '../shipping/labels/contract.ts'
import { shipOrders } from '../shipping/outbound/contract.ts'
import { createPickingLists } from '../shipping/picking/contract.ts'
import { plainLabel } from './carrier-labels.ts'
import { send, type Try } from './crowd.ts'
import { addLabelChannels, aShippingDesk } from './order-builders.ts'
import { printOptions, reason, uploadedNo } from './order-work.ts'
import { askAs, type Product, type products, urlOf } from './run-product.ts'
import { SECRET_KEY, SIGNING_SECRET, type TestServer } from './test-server.ts'
import { uploadedId } from './upload.ts'
import { zipOf } from './zips.ts'

/** Servers on one PostgreSQL, and a desk that ships orders through them, each request at another one. */
export async function orderServers(
  { emptyHome, outsidePostgres, start }: ReturnType<typeof products>,
  count: number,
) {
  const home = emptyHome()
  const postgres = await outsidePostgres(home, { max_connections: '120' })
  await askAs(postgres.root(), 'create database race owner tally_owner')
  const [ownerAt, appAt] = [postgres.as('owner', 'race'), postgres.as('app', 'race')]
  const env = { DATABASE_URL: urlOf(ownerAt), APP_DATABASE_URL: urlOf(appAt), SIGNING_SECRET, SECRET_KEY }
  const launch = () => start(home, { env })
  const servers: Product[] = []
  for (let n = 0; n < count; n++) servers.push(await launch())
  const database = openDatabase(appAt, 'race', { max: 4, connectionTimeoutMillis: 20_000 })
  const owner = <R extends object>(text: string, values: unknown[] = [], tenantId = 0) =>
    askAs<R>(
      { ...ownerAt, options: `-c search_path=wms -c TimeZone=UTC -c app.tenant_id=${tenantId || ''}` },
      text,
      values,
    )
  let turn = 0
  const nextServer = () => servers[turn++ % servers.length]?.address ?? ''

  /** Sends a command until a server has time for it. */
  async function ask(call: Call, input: unknown, token: string, key: string): Promise<Try> {
    for (let tries = 0; ; tries++) {
      const came = await send(nextServer(), { path: call.path, body: input as object, token, key })
      const isBusy = came.status === 503 || came.status === 409 || came.status === 429
      if (!isBusy || tries > 400) return came
      await new Promise((wake) => setTimeout(wake, 10 + Math.min(tries, 20) * 5))
    }
  }
  let keys = 0
  const newKey = () => `order-work-${++keys}-${'k'.repeat(12)}`
  const sendCall = async <C extends Call>(
    call: C,
    input: SentTo<C>,
    { token = '' }: { token?: string | undefined } = {},
  ) => {
    const { body, status = 0, fault } = await ask(call, input, token, newKey())
    if (!body) throw new Error(`${call.path}: ${fault}`)
    return { ...(body as Envelope), status, headers: {} }
  }
  const ground = { database, owner, send: sendCall } satisfies Pick<TestServer, 'database' | 'owner' | 'send'>
  const desk = await aShippingDesk(ground)
  const label = await addLabelChannels(ground, desk)
  const { tenantId, token } = desk

  /** The command of one client, with a key of its own unless one is given. */
  const race = ({ call, input }: { call: Call; input: object }, key = newKey()) =>
    ask(call, input, token, key)

  const create = async (many: number, over: Parameters<typeof desk.facts>[0] = {}) => {
    const ids: number[] = []
    for (let at = 0; at < many; at += 6) {
      const some = Array.from({ length: Math.min(6, many - at) }, () => desk.create(over))
      ids.push(...(await Promise.all(some)).map(({ id }) => id))
    }
    return ids
  }
  const allWent = (data: unknown) => expect((data as { failed: unknown[] }).failed).toEqual([])
  const audited = async (ids: number[]) => {
    if (ids.length > 0) allWent((await desk.send(auditOrders, { ids })).data)
    return ids
  }
  /** A print of orders whose labels are drawn. */
  const drawn = async (ids: number[]) => {
    const { data } = await desk.send(printLabels, { ids, ...printOptions })
    allWent(data)
    const { printId, taskId } = data as OutputOf<typeof printLabels>
    const status = async () =>
      (await owner<{ status: string }>('select status from tasks where id = $1', [taskId], tenantId))[0]
        ?.status
    await expect.poll(status, { timeout: 120_000, interval: 100 }).toBe('done')
    return printId ?? 0
  }
  const printed = async (ids: number[]) => {
    if (ids.length === 0) return ids
    await audited(ids)
    allWent((await desk.send(confirmLabelPrint, { id: await drawn(ids), notPrinted: [] })).data)
    return ids
  }
  /** Orders in a status, all through the servers' own calls. */
  const ordersIn = {
    pending_audit: create,
    pending_shipment: async (many: number) => audited(await create(many)),
    /** Each in a print of its own that waits for its confirmation. */
    drawn: async (many: number) => {
      const ids = await audited(await create(many))
      for (const id of ids) await drawn([id])
      return ids
    },
    /** Each on a picking list of its own. */
    listed: async (many: number) => {
      const ids = await audited(await create(many))
      if (ids.length > 0) allWent((await desk.send(createPickingLists, { ids, perList: 1 })).data)
      return ids
    },
    /** Each with a label that its customer uploaded. */
    uploaded: async (many: number) => {
      const ids = await create(many, { channelId: label('UPLOAD') })
      for (const id of ids) {
        const fact = { id, fileId: labelFileId, trackingNo: uploadedNo(id), readyAt: null }
        expect(await desk.send(uploadLabel, fact)).toMatchObject({ success: true })
      }
      return audited(ids)
    },
    waybill_printed: async (many: number) => printed(await create(many)),
    intercepted: async (many: number) => {
      const ids = await printed(await create(many))
      if (ids.length > 0) allWent((await desk.send(interceptOrders, { ids, reason })).data)
      return ids
    },
    shipped: async (many: number) => {
      const ids = await printed(await create(many))
      if (ids.length > 0) allWent((await desk.send(shipOrders, { ids })).data)
      return ids
    },
  }
  const labelBytes = await plainLabel()
  const labelFileId = await uploadedId(ground, desk.session, 'label', 'label.pdf', labelBytes)
  /** The label of an order as a file, and in a ZIP of its own. */
  const labelFiles = async (id: number) => {
    const [order] = await owner<{ no: string }>(
      'select order_no as no from orders where id = $1',
      [id],
      tenantId,
    )
    const zip = zipOf([{ name: `${order?.no}_${uploadedNo(id)}.pdf`, data: labelBytes }])
    return { labelFileId, zipFileId: await uploadedId(ground, desk.session, 'zip', 'labels.zip', zip) }
  }
  /** Waits until all ZIPs are read. */
  const zipsRead = async () => {
    const open = async () =>
      (
        await owner<{ n: number }>(
          `select count(*)::int as n from tasks where tenant_id = $1 and kind = 'upload_labels' and status in ('waiting', 'running')`,
          [tenantId],
          tenantId,
        )
      )[0]?.n
    await expect.poll(open, { timeout: 120_000, interval: 100 }).toBe(0)
  }
  const close = async () => {
    await database.close()
    await Promise.all(servers.map((server) => server.stop()))
  }
  return {
    ...desk,
    label,
    servers,
    launch,
    database,
    owner,
    race,
    newKey,
    ordersIn,
    audited,
    printed,
    drawn,
    labelFiles,
    zipsRead,
    close,
  }
}
export type OrderServers = Awaited<ReturnType<typeof orderServers>>
