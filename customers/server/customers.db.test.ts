import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import type { SentTo } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import { callText } from '../../platform/text/common-text.ts'
import { changePassword } from '../../staff/contract.ts'
import { getUserInfo, login } from '../../staff/login/contract.ts'
import { staffText } from '../../staff/text.ts'
import { blankCustomer } from '../../testing/blank-inputs.ts'
import { aPerson, aSession, aTenant, aUser, startTestServer } from '../../testing/test-server.ts'
import {
  type CustomerRow,
  createCustomer,
  customersAtWork,
  editCustomer,
  getCustomer,
  listCustomers,
  listGroups,
  MAX_RESETS,
  openCustomerLogin,
  resetCustomerPassword,
  resetCustomerPasswords,
  salesReps,
  saveGroup,
  setTerms,
  switchCustomers,
} from '../contract.ts'
import { customersText } from '../text.ts'
import { customersFromSheet } from './import-customers.ts'

const server = await startTestServer()
const english = { headers: { 'x-language': 'en_US' } }
const STRONG = 'forklift7'

const aDesk = (permissions = ['*'], tenantId?: number) => aUser(server, { permissions, tenantId })
type Desk = Awaited<ReturnType<typeof aDesk>>

const whoOf = ({ tenantId, id }: Desk) =>
  ({ tenantId, accountId: id, loginAccount: 'x', requestId: 'r', ip: '::1' }) as Who
const facts = { ...blankCustomer, customerName: '启航电子' }

const made = async (desk: Desk, over: Partial<SentTo<typeof createCustomer>> = {}) => {
  const answer = await server.send(createCustomer, { ...facts, customerCode: 'QH-01', ...over }, desk)
  expect(answer).toMatchObject({ success: true })
  return (answer.data as { id: number }).id
}
const seen = async (desk: Desk, id: number) =>
  (await server.send(getCustomer, { id }, desk)).data as CustomerRow & {
    rowVersion: number
    terms: object | null
  }
const found = async (desk: Desk, search: string) =>
  (await server.done(listCustomers, { search }, desk)).rows.map(({ customerCode }) => customerCode)
const refusedAt = (path: string, text: { en_US: string }) => ({
  success: false,
  data: { fields: [{ path, message: text.en_US }] },
})

test('customers are found by many pasted codes at once, and unknown ones are listed', async () => {
  const desk = await aDesk()
  await made(desk)
  await made(desk, { customerCode: 'QH-02' })
  await made(await aDesk(), { customerCode: 'QH-03' })
  const { data } = await server.send(
    listCustomers,
    { codes: ['qh-01', 'ＱＨ-02', 'QH-03', 'NOPE', 'NOPE'] },
    desk,
  )
  expect(data).toMatchObject({ total: 2, missing: ['QH-03', 'NOPE'] })
  const many = Array.from({ length: 501 }, (_, i) => `C${i}`)
  expect(await server.send(listCustomers, { codes: many }, desk)).toMatchObject({
    data: { kind: 'validation' },
  })
})

describe('a customer', () => {
  test('has a code that is never empty, unique however it is typed, and cannot be changed', async () => {
    const desk = await aDesk()
    const id = await made(desk)
    for (const customerCode of ['', '  ', 'a b', 'x'.repeat(36)]) {
      expect(await server.send(createCustomer, { ...facts, customerCode }, desk)).toMatchObject({
        success: false,
        data: { kind: 'validation', fields: [{ path: 'customerCode' }] },
      })
    }
    expect(await server.send(createCustomer, { ...facts, customerCode: 'qh-01' }, desk)).toMatchObject(
      refusedAt('customerCode', customersText.codeTaken),
    )
    await made(await aDesk(), {})
    await expect(
      server.owner(`update customers set customer_code = 'OTHER' where id = $1`, [id], desk.tenantId),
    ).rejects.toMatchObject({ constraint: 'customer_code_kept' })
  })

  test('is found by code, name, mnemonic and pinyin initials, and by nothing else', async () => {
    const desk = await aDesk()
    await made(desk, { mnemonic: '3C 数码' })
    await made(desk, { customerCode: 'OTHER', customerName: 'Northpeak' })
    for (const term of ['qh-0', '启航', 'QHDZ', 'hdz', '3c', 'sm', 'ＱＨ'])
      expect([term, await found(desk, term)]).toEqual([term, ['QH-01']])
    expect(await found(desk, 'peak')).toEqual(['OTHER'])
    for (const term of ['%', '_', 'zzz', '\\']) expect([term, await found(desk, term)]).toEqual([term, []])
  })

  test('is still found by a mnemonic that an import leaves out', async () => {
    const desk = await aDesk()
    await made(desk, { mnemonic: 'SLMY' })
    const value = { customerCode: 'qh-01', customerName: '启航国际', phone: '123' }
    await server.database.write(desk.tenantId, (tx) =>
      customersFromSheet.write(tx, whoOf(desk), [{ rowNo: 1, verdict: 'update', value }]),
    )
    expect([await found(desk, 'slmy'), await found(desk, '国际')]).toEqual([['QH-01'], ['QH-01']])
  })

  test('is found by sales rep and by a low balance, the latter by users who see money', async () => {
    const desk = await aDesk()
    const rep = await aPerson(server, desk.tenantId)
    await made(desk, { salesRepId: rep.id })
    const other = await made(desk, { customerCode: 'OTHER', customerName: 'Northpeak' })
    await server.owner('update customers set warn_amount = 50 where id = $1', [other], desk.tenantId)
    const search = async (filters: object, as: Desk = desk) => {
      const { data } = await server.send(listCustomers, filters, as)
      return (data as { rows: CustomerRow[] }).rows?.map(({ customerCode }) => customerCode) ?? data
    }
    expect(await search({ salesRepId: rep.id })).toEqual(['QH-01'])
    expect(await search({ isLow: '1' })).toEqual(['OTHER'])
    await server.owner(
      `update warehouses set settings = settings || '{"balanceWarnDefault": "20.00"}' where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(await search({ isLow: '1' })).toEqual(['OTHER', 'QH-01'])
    const credit = (limit: string, amount: number) =>
      server.owner(
        'update customers set bill_amount_limit = $1, credit_limit = $2 where id = $3',
        [limit, amount, other],
        desk.tenantId,
      )
    await credit('balance_and_credit', 49.99)
    expect(await search({ isLow: '1' })).toEqual(['OTHER', 'QH-01'])
    await credit('balance_and_credit', 50)
    expect(await search({ isLow: '1' })).toEqual(['QH-01'])
    await credit('balance', 50)
    expect(await search({ isLow: '1' })).toEqual(['OTHER', 'QH-01'])
    const { id } = await aPerson(server, desk.tenantId, { permissions: ['query:customer:view'] })
    const clerk = { ...desk, token: await aSession(server, desk.tenantId, id) }
    expect(await search({ isLow: '1' }, clerk)).toMatchObject({ kind: 'forbidden' })
  })

  test('detects concurrent edits', async () => {
    const desk = await aDesk()
    const id = await made(desk)
    const { rowVersion } = await seen(desk, id)
    const edit = (over: object) => server.send(editCustomer, { ...facts, id, rowVersion, ...over }, desk)
    expect(await edit({ customerName: '新名', phone: '138 0000' })).toMatchObject({ success: true })
    const late = await edit({ customerName: '旧名' })
    expect(late).toMatchObject({ data: { kind: 'stale' } })
    const [person] = await server.owner<{ name: string }>(
      'select user_name as name from accounts where id = $1',
      [desk.id],
      desk.tenantId,
    )
    expect(late.message).toMatch(
      new RegExp(`^${customersText.stale.en_US} \\(${person?.name}, \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d\\)$`),
    )
    expect(await seen(desk, id)).toMatchObject({ customerName: '新名', phone: '138 0000' })
    const [row] = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where tenant_id = $1 and object_type = 'customer' and action = 'edit'`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(row).toEqual({
      before: { customerName: '启航电子', phone: null },
      after: { customerName: '新名', phone: '138 0000' },
    })
  })

  test('belongs to a group and a sales rep of the same company, or to none', async () => {
    const desk = await aDesk()
    const stranger = await aDesk()
    const groupId = (
      await server.done(saveGroup, { groupCode: 'VIP', groupName: 'VIP', isEnabled: true }, stranger)
    ).id
    const create = (over: object) =>
      server.send(createCustomer, { ...facts, customerCode: 'A', ...over }, desk)
    expect(await create({ groupId })).toMatchObject(refusedAt('groupId', customersText.groupNotFound))
    expect(await create({ salesRepId: stranger.id })).toMatchObject(
      refusedAt('salesRepId', customersText.repNotFound),
    )
    expect(await create({ salesRepId: desk.id })).toMatchObject({ success: true })
  })

  test('accepts no disabled group or sales rep, and keeps one it had before', async () => {
    const desk = await aDesk()
    const groupId = (
      await server.done(saveGroup, { groupCode: 'VIP', groupName: 'VIP', isEnabled: true }, desk)
    ).id
    const rep = await aPerson(server, desk.tenantId)
    const id = await made(desk, { groupId, salesRepId: rep.id })
    await server.owner('update customer_groups set is_enabled = false', [], desk.tenantId)
    await server.owner('update accounts set is_enabled = false where id = $1', [rep.id], desk.tenantId)
    const create = (over: object) =>
      server.send(createCustomer, { ...facts, customerCode: 'A', ...over }, desk)
    expect(await create({ groupId })).toMatchObject(refusedAt('groupId', customersText.groupOff))
    expect(await create({ salesRepId: rep.id })).toMatchObject(refusedAt('salesRepId', customersText.repOff))
    const kept = { ...facts, groupId, salesRepId: rep.id, id, rowVersion: 1 }
    expect(await server.send(editCustomer, kept, desk)).toMatchObject({ success: true })
  })

  test('shows its open documents before it is disabled', async () => {
    const desk = await aDesk()
    const [id, other] = [await made(desk), await made(desk, { customerCode: 'OTHER' })]
    await server.owner(
      `insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
       select tenant_now(), 'IB-' || n, case when n < 3 then $1::bigint else $2::bigint end, 'by_sku', 'x', $3 from generate_series(1, 3) n`,
      [id, other, desk.id],
      desk.tenantId,
    )
    await server.owner(`update inbounds set status = 'voided' where inbound_no = 'IB-1'`, [], desk.tenantId)
    const atWork = async (which: SentTo<typeof customersAtWork>, as: Desk = desk) =>
      (await server.send(customersAtWork, which, as)).data
    expect(await atWork({ ids: [id] })).toEqual({ inbounds: 1, orders: 0 })
    expect(await atWork({ ids: [id, other] })).toEqual({ inbounds: 2, orders: 0 })
    expect(await atWork({ filters: { search: 'other' } })).toEqual({ inbounds: 1, orders: 0 })
    expect(await atWork({ filters: { isEnabled: '1' } })).toEqual({ inbounds: 2, orders: 0 })
    expect(await atWork({ filters: { isEnabled: '0' } })).toEqual({ inbounds: 0, orders: 0 })
    const clerk = await aDesk(['query:customer:edit'], desk.tenantId)
    expect(await atWork({ filters: { isLow: '1' } }, clerk)).toMatchObject({ kind: 'forbidden' })
  })

  test('keeps its disabled sales rep visible, and other disabled ones are not offered', async () => {
    const desk = await aDesk()
    const [rep, gone] = [await aPerson(server, desk.tenantId), await aPerson(server, desk.tenantId)]
    await made(desk, { salesRepId: rep.id })
    await server.owner('update accounts set is_enabled = false where id = any($1)', [[rep.id, gone.id]])
    const { data } = await server.send(salesReps, {}, desk)
    expect((data as { id: number }[]).sort((a, b) => a.id - b.id)).toMatchObject([
      { id: desk.id, isEnabled: true },
      { id: rep.id, isEnabled: false },
    ])
  })

  test('counts a deposit over days from the day it was agreed, by the warehouse’s calendar', async () => {
    const desk = await aDesk()
    const id = await made(desk)
    await server.owner(
      `update warehouses set time_zone = 'Pacific/Honolulu' where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    const agree = async (storageSettlementCycle: 'daily' | 'deposit', storageCycleDays: number | null) => {
      const { rowVersion } = await seen(desk, id)
      const terms = {
        settlementMode: 'balance',
        billAmountLimit: 'balance_and_credit',
        creditLimit: '0',
        warnAmount: null,
      } as const
      const answer = await server.send(
        setTerms,
        { id, rowVersion, ...terms, storageSettlementCycle, storageCycleDays },
        desk,
      )
      expect(answer).toMatchObject({ success: true })
      const [row] = await server.owner<{ anchor: string | null; today: string }>(
        `select storage_cycle_anchor::text as anchor, (business_now() at time zone 'Pacific/Honolulu')::date::text as today
         from customers`,
        [],
        desk.tenantId,
      )
      return row
    }
    const first = await agree('deposit', 7)
    expect(first?.anchor).toBe(first?.today)
    await server.owner(`update customers set storage_cycle_anchor = '2026-01-05'`, [], desk.tenantId)
    expect(await agree('deposit', 7)).toMatchObject({ anchor: '2026-01-05' })
    expect(await seen(desk, id)).toMatchObject({ terms: { storageCycleAnchor: '2026-01-05' } })
    expect((await agree('deposit', 10))?.anchor).toBe(first?.today)
    expect(await agree('daily', null)).toMatchObject({ anchor: null })
  })

  test('shows no money to users who may not see it, and accepts terms only from users who may set them', async () => {
    const owner = await aDesk()
    const id = await made(owner)
    const { rowVersion } = await seen(owner, id)
    const terms = {
      id,
      rowVersion,
      settlementMode: 'bill' as const,
      billAmountLimit: 'balance_and_credit' as const,
      creditLimit: '1500.5',
      warnAmount: null,
      storageSettlementCycle: 'deposit' as const,
      storageCycleDays: 7,
    }
    const service = await aDesk(['query:customer:view', 'query:customer:edit'], owner.tenantId)
    expect(await seen(service, id)).toMatchObject({
      balance: null,
      creditLimit: null,
      orderable: null,
      terms: null,
    })
    expect(await server.send(setTerms, terms, service)).toMatchObject({ data: { kind: 'forbidden' } })
    expect(await server.send(setTerms, { ...terms, storageCycleDays: null }, owner)).toMatchObject(
      refusedAt('storageCycleDays', customersText.cycleDays),
    )
    for (const creditLimit of ['-1', '1.234', 'x', ''])
      expect(await server.send(setTerms, { ...terms, creditLimit }, owner)).toMatchObject({ success: false })
    expect(await server.send(setTerms, terms, owner)).toMatchObject({ success: true })
    const [flow] = await server.owner<{ actor: string; amount: string; no: string }>(
      `select actor_id as actor, amount, source_no as no from balance_flows where log_type = 'limit_change'`,
      [],
      owner.tenantId,
    )
    expect(flow).toEqual({ actor: String(owner.id), amount: '1500.50', no: 'QH-01' })
    const [log] = await server.owner(
      `select before, after from audit_log where action = 'set_terms'`,
      [],
      owner.tenantId,
    )
    expect(log).toEqual({
      before: {
        ...{ settlementMode: 'balance', creditLimit: '0.00' },
        ...{ storageSettlementCycle: 'daily', storageCycleDays: null },
      },
      after: {
        ...{ settlementMode: 'bill', creditLimit: '1500.5' },
        ...{ storageSettlementCycle: 'deposit', storageCycleDays: 7 },
      },
    })
    expect(await seen(owner, id)).toMatchObject({
      balance: '0.00',
      creditLimit: '1500.50',
      orderable: '1500.50',
      terms: { settlementMode: 'bill', storageCycleDays: 7 },
    })
  })

  test('that is disabled is logged out at once and stays out, until it is enabled again', async () => {
    const desk = await aDesk()
    const id = await made(desk)
    const account = `shop-${id}`
    expect(
      await server.send(openCustomerLogin, { id, loginAccount: account, password: STRONG }, desk),
    ).toMatchObject({
      success: true,
    })
    const knock = () => server.send(login, { loginAccount: account, password: STRONG }, english)
    const inside = (await knock()).data as { token: string; mustChange: boolean }
    expect(inside.mustChange).toBe(true)
    const off = await server.send(switchCustomers, { ids: [id, 99_999], isEnabled: false }, desk)
    expect(off.data).toEqual({
      ok: 1,
      failed: [{ id: 99_999, no: '99999', reason: customersText.notFound.en_US }],
    })
    expect(await server.send(getUserInfo, {}, { token: inside.token })).toMatchObject({ code: 2 })
    expect(await knock()).toMatchObject({ success: false, message: staffText.disabled.en_US })
    await server.send(switchCustomers, { ids: [id], isEnabled: true }, desk)
    expect(await knock()).toMatchObject({ success: true })
    expect((await server.send(switchCustomers, { ids: [id], isEnabled: true }, desk)).data).toMatchObject({
      ok: 0,
      failed: [{ reason: callText.alreadySo.en_US }],
    })
  })

  test('whose address changes takes its login along, unless the user of the login has chosen another', async () => {
    const desk = await aDesk()
    const id = await made(desk, { email: 'old@shop.example' })
    await server.send(openCustomerLogin, { id, loginAccount: `mail-${id}`, password: STRONG }, desk)
    const mailOf = async () => {
      const [row] = await server.owner<{ email: string | null }>(
        'select email from accounts where login_account = $1',
        [`mail-${id}`],
        desk.tenantId,
      )
      return row?.email
    }
    const edit = async (email: string | null) => {
      const { rowVersion } = await server.done(getCustomer, { id }, desk)
      expect(await server.send(editCustomer, { ...facts, id, rowVersion, email }, desk)).toMatchObject({
        success: true,
      })
      return mailOf()
    }
    await server.database.write(desk.tenantId, (tx) =>
      customersFromSheet.write(tx, whoOf(desk), [
        {
          rowNo: 1,
          verdict: 'update',
          value: { customerCode: 'QH-01', customerName: '启航', email: 'sheet@shop.example' },
        },
      ]),
    )
    expect(await mailOf()).toBe('sheet@shop.example')
    expect(await edit('new@shop.example')).toBe('new@shop.example')
    expect(await edit(null)).toBe(null)
    expect(await edit('back@shop.example')).toBe('back@shop.example')
    await server.owner(
      `update accounts set email = 'own@shop.example' where login_account = $1`,
      [`mail-${id}`],
      desk.tenantId,
    )
    expect(await edit('other@shop.example')).toBe('own@shop.example')
  })

  test('gets one login, a temporary password from us, and changes it on its own', async () => {
    const desk = await aDesk()
    const id = await made(desk)
    expect(await server.send(resetCustomerPassword, { id, password: STRONG }, desk)).toMatchObject({
      message: customersText.noLogin.en_US,
    })
    const open = (loginAccount: string) =>
      server.send(openCustomerLogin, { id, loginAccount, password: STRONG }, desk)
    const taken = await aPerson(server, desk.tenantId)
    expect(await open(taken.loginAccount)).toMatchObject(refusedAt('loginAccount', staffText.accountTaken))
    expect(await open(`store-${id}`)).toMatchObject({ success: true })
    expect(await open(`store-${id}-2`)).toMatchObject({ message: customersText.hasLogin.en_US })
    expect(await server.send(resetCustomerPassword, { id, password: `store-${id}` }, desk)).toMatchObject({
      data: { fields: [{ path: 'password' }] },
    })
    expect(await server.send(resetCustomerPassword, { id, password: 'truckload8' }, desk)).toMatchObject({
      success: true,
    })
    const { token } = await server.done(
      login,
      { loginAccount: `store-${id}`, password: 'truckload8' },
      english,
    )
    expect(await server.send(listCustomers, {}, { token })).toMatchObject({ data: { kind: 'forbidden' } })
    const own = { oldPassword: 'truckload8', newPassword: 'palletjack9' }
    expect(await server.send(changePassword, own, { token })).toMatchObject({ success: true })
  })

  test('gets a new password together with others; those without a login are named', async () => {
    const desk = await aDesk()
    const [id, second, bare] = [
      await made(desk),
      await made(desk, { customerCode: 'QH-02' }),
      await made(desk, { customerCode: 'QH-03' }),
    ]
    for (const each of [id, second])
      await server.done(openCustomerLogin, { id: each, loginAccount: `bulk-${each}`, password: STRONG }, desk)
    const inside = await server.done(login, { loginAccount: `bulk-${id}`, password: STRONG }, english)
    const resets = [
      { id, password: 'truckload8' },
      { id: second, password: 'palletjack9' },
      { id: bare, password: 'truckload8' },
      { id: 99_999, password: 'truckload8' },
    ]
    const answer = await server.done(resetCustomerPasswords, { resets }, desk)
    expect(answer).toEqual({
      ok: 2,
      failed: [
        { id: bare, no: 'QH-03', reason: customersText.noLogin.en_US },
        { id: 99_999, no: '99999', reason: customersText.notFound.en_US },
      ],
      logins: [
        { id, customerCode: 'QH-01', loginAccount: `bulk-${id}` },
        { id: second, customerCode: 'QH-02', loginAccount: `bulk-${second}` },
      ],
    })
    expect(await server.send(getUserInfo, {}, { token: inside.token })).toMatchObject({ code: 2 })
    const enterWith = (which: number, password: string) =>
      server.send(login, { loginAccount: `bulk-${which}`, password }, english)
    expect(await enterWith(id, STRONG)).toMatchObject({ success: false })
    expect(await enterWith(id, 'truckload8')).toMatchObject({ success: true, data: { mustChange: true } })
    expect(await enterWith(second, 'palletjack9')).toMatchObject({ success: true })
    const [log] = await server.owner<{ count: number }>(
      `select count(*)::int as count from audit_log where tenant_id = $1 and action = 'reset_password'`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(log?.count).toBe(2)
    const weak = [{ id, password: `bulk-${id}x1` }]
    expect(await server.send(resetCustomerPasswords, { resets: weak }, desk)).toMatchObject({
      data: { fields: [{ path: 'resets' }] },
    })
    const many = Array.from({ length: MAX_RESETS + 1 }, () => ({ id, password: STRONG }))
    expect(await server.send(resetCustomerPasswords, { resets: many }, desk)).toMatchObject({
      data: { kind: 'validation' },
    })
  })

  test('logs in while the passwords of many others are reset: that holds no connection and lets a login pass', async () => {
    const desk = await aDesk()
    const id = await made(desk)
    await server.done(openCustomerLogin, { id, loginAccount: `early-${id}`, password: STRONG }, desk)
    const resets = Array.from({ length: MAX_RESETS }, (_, i) => ({ id: 900_000 + i, password: STRONG }))
    const isOver = [false, false]
    const crowd = isOver.map(async (_, i) => {
      await server.done(resetCustomerPasswords, { resets }, desk)
      isOver[i] = true
    })
    await sleep(200)
    expect(server.database.pool.totalCount - server.database.pool.idleCount).toBe(0)
    await server.done(login, { loginAccount: `early-${id}`, password: STRONG }, english)
    expect(isOver).toEqual([false, false])
    await Promise.all(crowd)
  })

  test('is read-only in the satellite version', async () => {
    const satellite = await aDesk(['*'], await aTenant(server, { version: 'satellite' }))
    expect(await server.send(listCustomers, {}, satellite)).toMatchObject({ success: true })
    expect(await server.send(createCustomer, { ...facts, customerCode: 'A' }, satellite)).toMatchObject({
      data: { kind: 'forbidden' },
    })
  })
})

describe('a group of customers', () => {
  test('is created, renamed and disabled; its code is unique', async () => {
    const desk = await aDesk()
    const group = { groupCode: 'VIP', groupName: '重点', isEnabled: true }
    const { data } = await server.send(saveGroup, group, desk)
    const { id } = data as { id: number }
    expect(await server.send(saveGroup, { ...group, groupCode: 'vip' }, desk)).toMatchObject(
      refusedAt('groupCode', customersText.groupTaken),
    )
    await made(desk, { groupId: id })
    expect(
      await server.send(
        saveGroup,
        { id, rowVersion: 1, groupCode: 'VIP', groupName: '大客户', isEnabled: false },
        desk,
      ),
    ).toMatchObject({ success: true })
    expect((await server.send(listGroups, {}, desk)).data).toEqual([
      { id, groupCode: 'VIP', groupName: '大客户', isEnabled: false, customers: 1, rowVersion: 2 },
    ])
    expect(await server.send(saveGroup, { ...group, id, rowVersion: 1 }, desk)).toMatchObject({
      data: { kind: 'stale' },
    })
  })
})

test('of many who create the same customer at once, one succeeds', async () => {
  const desk = await aDesk()
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => server.send(createCustomer, { ...facts, customerCode: 'RACE' }, desk)),
  )
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
  expect(await found(desk, 'race')).toEqual(['RACE'])
})
