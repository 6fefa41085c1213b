import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { aLedger } from '../../../testing/money-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { balanceTest } from '../../pricing/balance.ts'
import { consumeHolds, holdMoney, releaseHolds } from './holds.ts'
import { chargeAccounts, lockAccounts, postMoney } from './ledger.ts'

const server = await startTestServer()

/** How much an order lacks, and what would be left. */
const tested = (
  found: { balance: string; frozen: string; creditLimit: string },
  estimate: string,
  billAmountLimit: 'balance' | 'balance_and_credit',
) => balanceTest({ ...found, billAmountLimit, settlementMode: 'balance', notSettled: '0.00' }, estimate)

const broken = (constraint: string) => ({ constraint })
const order = (sourceId: number, amount: string, customerId: number) => ({
  sourceId,
  sourceNo: `OB-${sourceId}`,
  amount,
  customerId,
})

describe('an account', () => {
  test('comes with its customer and is empty', async () => {
    const { account, flows } = await aLedger(server)
    expect([await account(), await flows()]).toEqual([['0.00', '0.00', '0.00', 0], []])
  })

  test('is the sum of its flows, and each flow says what was there after it', async () => {
    const { account, flows, post, line, setCredit, customerId, who, write } = await aLedger(server)
    await post(line({ type: 'in', amount: '50.00' }))
    await setCredit('10.00')
    await write((tx) => holdMoney(tx, who, 'order', [order(1, '17.53', customerId)]))
    await post(line({ type: 'out', amount: '60.00' }))
    await setCredit('4.5')
    expect(await account()).toEqual(['-10.00', '17.53', '4.50', 5])
    expect(await flows()).toEqual([
      ['in', 'collection', '50.00', '50.00', '0.00', '0.00'],
      ['limit_change', 'credit_limit_change', '10.00', '50.00', '0.00', '10.00'],
      ['freeze', 'order_freight', '17.53', '50.00', '17.53', '10.00'],
      ['out', 'manual_fee', '60.00', '-10.00', '17.53', '10.00'],
      ['limit_change', 'credit_limit_change', '5.50', '-10.00', '17.53', '4.50'],
    ])
  })

  test('of a new customer with a credit limit starts with that flow, also for several customers at once', async () => {
    const { asOwner, tenantId, flows } = await aLedger(server)
    const made = await asOwner<{ id: string }>(
      `insert into customers (tenant_id, customer_code, customer_name, search_line, credit_limit)
       values ($1, 'N-1', 'N', 'n', 20), ($1, 'N-2', 'N', 'n', 0), ($1, 'N-3', 'N', 'n', 7.5) returning id`,
      [tenantId],
    )
    expect(await Promise.all(made.map(({ id }) => flows(Number(id))))).toEqual([
      [['limit_change', 'credit_limit_change', '20.00', '0.00', '0.00', '20.00']],
      [],
      [['limit_change', 'credit_limit_change', '7.50', '0.00', '0.00', '7.50']],
    ])
  })

  test('gets no flow when something else of its customer changes', async () => {
    const { asOwner, account, setCredit } = await aLedger(server)
    await setCredit('5')
    await asOwner(`update customers set remark = 'late'`)
    await setCredit('5.00')
    expect(await account()).toEqual(['0.00', '0.00', '5.00', 1])
  })
})

describe('a posting', () => {
  test('takes all lines or none, in their order', async () => {
    const { post, line, account, flows, otherId } = await aLedger(server)
    await post(
      line({ type: 'in', amount: '10.00' }),
      line({ type: 'in', amount: '3.00', customerId: otherId }),
      line({ type: 'out', amount: '4.00' }),
    )
    expect([await flows(), await account(otherId)]).toEqual([
      [
        ['in', 'collection', '10.00', '10.00', '0.00', '0.00'],
        ['out', 'manual_fee', '4.00', '6.00', '0.00', '0.00'],
      ],
      ['3.00', '0.00', '0.00', 1],
    ])
    const torn = post(
      line({ type: 'in', amount: '1.00' }),
      line({ type: 'in', amount: '1.00', customerId: 999_999_999 }),
    )
    await expect(torn).rejects.toMatchObject(broken('account_missing'))
    expect(await account()).toEqual(['6.00', '0.00', '0.00', 2])
  })

  test('has one time for all its accounts, and time never goes back', async () => {
    const { post, line, otherId, asOwner } = await aLedger(server)
    await asOwner(`update customer_accounts set changed_at = '2031-01-01' where customer_id = $1`, [otherId])
    await post(
      line({ type: 'in', amount: '1' }),
      line({ type: 'in', amount: '1', customerId: otherId }),
      line({ type: 'in', amount: '1' }),
    )
    expect(await asOwner('select distinct at from balance_flows')).toEqual([{ at: new Date('2031-01-01') }])
  })

  test('reads the flows of its own lines, and not all of the company', async () => {
    const { post, line, who, write } = await aLedger(server)
    await post(...Array.from({ length: 500 }, () => line({ type: 'in', amount: '1.00' })))
    const read = await write(async (tx) => {
      await postMoney(
        tx,
        who,
        Array.from({ length: 20 }, () => line({ type: 'out', amount: '1.00' })),
      )
      const { rows } = await sql<{ read: number }>`
        select (seq_tup_read + idx_tup_fetch)::int as read from pg_stat_xact_all_tables where relid = 'wms.balance_flows'::regclass`.execute(
        tx,
      )
      return rows[0]?.read
    })
    expect(read).toBeLessThan(50)
  })

  test('of the same lines again does nothing and returns the same numbers', async () => {
    const { post, line, pay, account } = await aLedger(server)
    await pay('1.00')
    const [a, b, c] = (['in', 'out', 'in'] as const).map((type) => line({ type, amount: '5.00' })) as [
      ReturnType<typeof line>,
      ReturnType<typeof line>,
      ReturnType<typeof line>,
    ]
    const numbersOf = (rows: { sourceId: number; seq: number }[]) =>
      rows.toSorted((x, y) => x.sourceId - y.sourceId).map(({ seq }) => seq)
    expect(numbersOf(await post(a, b))).toEqual([2, 3])
    expect(numbersOf(await post(a, b))).toEqual([2, 3])
    // One that is new among two that are not.
    expect(numbersOf(await post(a, c, b))).toEqual([2, 3, 4])
    expect(await account()).toEqual(['6.00', '0.00', '0.00', 4])
  })

  test.each([
    ['another amount', { amount: '5.01' }],
    ['another customer', { customerId: 'other' }],
  ] as const)('of the same line with %s is refused', async (_, change) => {
    const { post, line, account, otherId } = await aLedger(server)
    const first = line({ type: 'in', amount: '5.00' })
    await post(first)
    const second = { ...first, ...('amount' in change ? change : { customerId: otherId }) }
    await expect(post(second)).rejects.toMatchObject(broken('money_posted_once'))
    expect([await account(), await account(otherId)]).toEqual([
      ['5.00', '0.00', '0.00', 1],
      ['0.00', '0.00', '0.00', 0],
    ])
  })

  test('tells apart lines, businesses and directions of one document', async () => {
    const { post, line, account } = await aLedger(server)
    const one = line({ type: 'out', amount: '2.00', business: 'order_freight' })
    await post(
      one,
      { ...one, line: 2 },
      { ...one, business: 'order_operation_fee' },
      { ...one, type: 'in' },
      { ...one, sourceType: 'other' },
    )
    expect(await account()).toEqual(['-6.00', '0.00', '0.00', 5])
    await expect(post({ ...one, sourceId: 77 }, { ...one, sourceId: 77 })).rejects.toMatchObject(
      broken('money_posted_once'),
    )
  })

  test.each(['NaN', 'Infinity', '0', '0.00', '-1.00', '0.005', '1.001', '0.009999'])(
    'of %s is refused',
    async (amount) => {
      const { post, line, account } = await aLedger(server)
      await expect(post(line({ type: 'in', amount }))).rejects.toMatchObject({
        code: expect.stringMatching(/^(23514|22003)$/),
      })
      expect(await account()).toEqual(['0.00', '0.00', '0.00', 0])
    },
  )

  test('beyond ten quadrillion is refused', async () => {
    const { post, line, account } = await aLedger(server)
    await post(line({ type: 'in', amount: '9999999999999999.99' }))
    await expect(post(line({ type: 'in', amount: '0.01' }))).rejects.toMatchObject({ code: '22003' })
    expect(await account()).toEqual(['9999999999999999.99', '0.00', '0.00', 1])
  })

  test('of nothing does nothing', async () => {
    const { post, account } = await aLedger(server)
    expect([await post(), await account()]).toEqual([[], ['0.00', '0.00', '0.00', 0]])
  })
})

describe('held money', () => {
  test('BL-1 and S1: an order holds its estimate, and shipping charges what it cost', async () => {
    const { write, who, pay, setCredit, account, customerId, flows } = await aLedger(server)
    await pay('20.00')
    await setCredit('10.00')
    await write((tx) => holdMoney(tx, who, 'deposit', [order(900, '5.00', customerId)]))
    const passed = await write(async (tx) => {
      const accounts = await lockAccounts(tx, [customerId])
      const found = accounts.get(customerId) ?? { balance: '', frozen: '', creditLimit: '' }
      const short = tested(found, '17.53', 'balance_and_credit').shortBy
      await holdMoney(tx, who, 'order', [order(1, '17.53', customerId)])
      return [short, tested(found, '17.53', 'balance').shortBy]
    })
    expect(passed).toEqual([null, '2.53'])
    const [balance = '', frozen = '', creditLimit = ''] = (await account()) as string[]
    expect([
      frozen,
      tested({ balance, frozen, creditLimit }, '0.00', 'balance_and_credit').spendable,
    ]).toEqual(['22.53', '7.47'])
    await write((tx) =>
      consumeHolds(
        tx,
        who,
        'order',
        [1],
        (
          [
            ['order_operation_fee', '1.52'],
            ['order_freight', '16.50'],
          ] as const
        ).map(([business, amount], i) => ({
          sourceType: 'fee',
          sourceId: 70 + i,
          sourceNo: 'FE',
          business,
          customerId,
          amount,
        })),
      ),
    )
    expect(await account()).toEqual(['1.98', '5.00', '10.00', 7])
    expect((await flows()).slice(-3)).toEqual([
      ['unfreeze', 'order_freight', '17.53', '20.00', '5.00', '10.00'],
      ['out', 'order_operation_fee', '1.52', '18.48', '5.00', '10.00'],
      ['out', 'order_freight', '16.50', '1.98', '5.00', '10.00'],
    ])
  })

  test('S1: start, audit, void, audit again, ship and refund', async () => {
    const { write, who, pay, account, customerId, asOwner } = await aLedger(server)
    const seen: unknown[] = []
    const look = async () => seen.push((await account()).slice(0, 2))
    await pay('50.00')
    await look()
    const hold = () => write((tx) => holdMoney(tx, who, 'order', [order(1, '17.53', customerId)]))
    await hold()
    await look()
    // An audit that runs twice holds once.
    await hold()
    await look()
    await write((tx) => releaseHolds(tx, who, 'order', [1]))
    await look()
    await write((tx) => releaseHolds(tx, who, 'order', [1]))
    await hold()
    await look()
    const fee = (sourceId: number, amount: string) => ({
      sourceType: 'fee',
      sourceId,
      sourceNo: 'FE',
      business: 'order_freight' as const,
      customerId,
      amount,
    })
    await write((tx) => consumeHolds(tx, who, 'order', [1], [fee(1, '18.02')]))
    await look()
    await write((tx) => chargeAccounts(tx, who, [fee(2, '-5.00'), fee(3, '0.00'), fee(4, '-0.00')]))
    await look()
    expect(seen).toEqual([
      ['50.00', '0.00'],
      ['50.00', '17.53'],
      ['50.00', '17.53'],
      ['50.00', '0.00'],
      ['50.00', '17.53'],
      ['31.98', '0.00'],
      ['36.98', '0.00'],
    ])
    expect(await asOwner('select status::text, amount from account_holds order by id')).toEqual([
      { status: 'released', amount: '17.53' },
      { status: 'consumed', amount: '17.53' },
    ])
  })

  test('of one document is held once, with one amount', async () => {
    const { write, who, account, customerId, otherId } = await aLedger(server)
    const hold = (amount: string, customer = customerId) =>
      write((tx) => holdMoney(tx, who, 'order', [order(1, amount, customer)]))
    await hold('5.00')
    await expect(hold('6.00')).rejects.toMatchObject(broken('hold_open_once'))
    await expect(hold('5.00', otherId)).rejects.toMatchObject(broken('hold_open_once'))
    await write((tx) =>
      holdMoney(tx, who, 'rent', [order(1, '2.00', customerId), order(2, '0.00', customerId)]),
    )
    expect(await account()).toEqual(['0.00', '7.00', '0.00', 2])
  })

  test('never becomes less than nothing', async () => {
    const { write, who, customerId, line, account } = await aLedger(server)
    await write((tx) => holdMoney(tx, who, 'order', [order(1, '5.00', customerId)]))
    const twice = write(async (tx) => {
      const [hold] = await releaseHolds(tx, who, 'order', [1])
      await sql`insert into account_holds (tenant_id, customer_id, reason, source_id, source_no, amount)
        values (${who.tenantId}, ${customerId}, 'order', 2, 'OB-2', 5)`.execute(tx)
      const { rows } = await sql<{ id: number }>`select max(id) as id from account_holds`.execute(tx)
      await postMoney(tx, who, [
        line({ type: 'unfreeze', amount: '5.00', holdId: rows[0]?.id ?? 0, sourceId: hold?.sourceId ?? 0 }),
      ])
    })
    await expect(twice).rejects.toMatchObject(broken('frozen_not_negative'))
    expect(await account()).toEqual(['0.00', '5.00', '0.00', 1])
  })

  test('stays with its customer, amount and document, and an ended hold stays ended', async () => {
    const { write, who, customerId, asOwner, line, post, otherId } = await aLedger(server)
    await write((tx) => holdMoney(tx, who, 'order', [order(1, '5.00', customerId)]))
    const [hold] = await asOwner<{ id: string }>('select id from account_holds')
    const holdId = Number(hold?.id)
    for (const change of ['amount = 6', `reason = 'rent'`, 'source_id = 2', `customer_id = ${otherId}`])
      await expect(asOwner(`update account_holds set ${change}`)).rejects.toThrow()
    await expect(
      post(line({ type: 'freeze', amount: '5.00', holdId, customerId: otherId })),
    ).rejects.toMatchObject(broken('money_posted_once'))
    await expect(post(line({ type: 'freeze', amount: '5.00' }))).rejects.toMatchObject(
      broken('freezing_has_hold'),
    )
    await expect(post(line({ type: 'in', amount: '5.00', holdId }))).rejects.toMatchObject(
      broken('freezing_has_hold'),
    )
    await write((tx) => releaseHolds(tx, who, 'order', [1]))
    await expect(asOwner(`update account_holds set status = 'open'`)).rejects.toMatchObject(
      broken('state_step'),
    )
  })
})

describe('concurrent postings', () => {
  test('of twenty workers on one account lose nothing and leave no hole', async () => {
    const { post, line, account, asOwner } = await aLedger(server)
    await Promise.all(
      Array.from({ length: 20 }, async (_, i) => {
        for (let n = 0; n < 5; n++) await post(line({ type: i % 2 ? 'in' : 'out', amount: `${i + 1}.01` }))
      }),
    )
    // Ten odd numbers go out and ten even ones come in, five times each.
    expect(await account()).toEqual(['50.00', '0.00', '0.00', 100])
    const wrong = await asOwner(
      `select seq from (select seq, row_number() over w as place, balance_after, sum(case log_type when 'in' then amount else -amount end)
         over w as sum from balance_flows window w as (order by seq)) x where seq <> place or balance_after <> sum`,
    )
    expect(wrong).toEqual([])
  })

  test('of one line by twenty workers post it once, and all get its number', async () => {
    const { post, line, account } = await aLedger(server)
    const same = line({ type: 'in', amount: '5.00' })
    const answers = await Promise.all(Array.from({ length: 20 }, () => post(same)))
    expect(answers.map((rows) => rows.map(({ seq }) => seq))).toEqual(Array.from({ length: 20 }, () => [1]))
    expect(await account()).toEqual(['5.00', '0.00', '0.00', 1])
  })

  test('of one hold by twenty workers hold once, and release once', async () => {
    const { write, who, customerId, account } = await aLedger(server)
    const all = (work: () => Promise<unknown>) => Promise.all(Array.from({ length: 20 }, work))
    await all(() => write((tx) => holdMoney(tx, who, 'order', [order(1, '5.00', customerId)])))
    expect(await account()).toEqual(['0.00', '5.00', '0.00', 1])
    await all(() => write((tx) => releaseHolds(tx, who, 'order', [1])))
    expect(await account()).toEqual(['0.00', '0.00', '0.00', 2])
  })

  test('of twenty orders for the money of three pass three', async () => {
    const { write, who, customerId, pay, account } = await aLedger(server)
    await pay('10.00')
    const audits = await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        write(async (tx) => {
          const found = (await lockAccounts(tx, [customerId])).get(customerId)
          if (!found || !tested(found, '3.00', 'balance').passes) return false
          await holdMoney(tx, who, 'order', [order(i + 1, '3.00', customerId)])
          return true
        }),
      ),
    )
    expect(audits.filter(Boolean)).toHaveLength(3)
    expect(await account()).toEqual(['10.00', '9.00', '0.00', 4])
  })
})

describe('the server', () => {
  test.each([
    'update customer_accounts set balance = 1000',
    'insert into customer_accounts (tenant_id, customer_id) values (0, 0)',
    'delete from customer_accounts',
    'update balance_flows set amount = 1',
    'delete from balance_flows',
    'truncate balance_flows',
    `insert into balance_flows (tenant_id, customer_id, seq) values (0, 0, 0)`,
    'delete from account_holds',
  ])('may not %s', async (text) => {
    const { write } = await aLedger(server)
    await expect(write((tx) => sql.raw(text).execute(tx))).rejects.toMatchObject({ code: '42501' })
  })

  test('sees and posts nothing of another company’s accounts', async () => {
    const [mine, theirs] = [await aLedger(server), await aLedger(server)]
    await theirs.pay('9.00')
    const seen = await mine.write((tx) =>
      sql`select 1 from balance_flows where customer_id = ${theirs.customerId}
        union all select 1 from customer_accounts where customer_id = ${theirs.customerId}`.execute(tx),
    )
    expect(seen.rows).toEqual([])
    const posting = mine.post(mine.line({ type: 'out', amount: '9.00', customerId: theirs.customerId }))
    await expect(posting).rejects.toMatchObject(broken('account_missing'))
  })
})

describe('money that becomes available', () => {
  const waiting = async (asOwner: Awaited<ReturnType<typeof aLedger>>['asOwner'], tenantId: number) =>
    (
      await asOwner<{ count: string }>(
        `select count(*) from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
         where t.identifier = 'retry_unpaid_orders' and (j.payload ->> 'tenantId')::bigint = $1`,
        [tenantId],
      )
    ).map(({ count }) => Number(count))[0]

  test('calls for the orders that lacked it, and only then', async () => {
    const { asOwner, tenantId, pay, post, line, otherId, customerId, who, write, setCredit } =
      await aLedger(server)
    const calls = async (work: () => Promise<unknown>) => {
      const before = Number(await waiting(asOwner, tenantId))
      await work()
      return Number(await waiting(asOwner, tenantId)) - before
    }
    expect(await calls(() => pay('5.00'))).toBe(0)
    await asOwner(
      `with channel as (
         insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
         values ($1, 'CH', 'CH', 'CH', 'ch', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{US}') returning id)
       insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1,
         piece_class, sku_count, piece_count, created_by)
       select $1, 'OB-1', $2, 'R-1', id, 'N', 'US', 'C', 'A', 'ss', 1, 1, $3 from channel`,
      [tenantId, customerId, who.accountId],
    )
    await asOwner(`update orders set status = 'under_audit'`)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'balance_short'`)
    expect(await calls(() => pay('5.00'))).toBe(1)
    expect(await calls(() => pay('5.00', otherId))).toBe(0)
    expect(await calls(() => post(line({ type: 'out', amount: '1.00' })))).toBe(0)
    expect(await calls(() => setCredit('9'))).toBe(1)
    expect(await calls(() => setCredit('8'))).toBe(0)
    const hold = [order(5, '2.00', customerId)]
    expect(await calls(() => write((tx) => holdMoney(tx, who, 'order', hold)))).toBe(0)
    expect(await calls(() => write((tx) => releaseHolds(tx, who, 'order', [5])))).toBe(1)
    expect(
      await calls(() => post(line({ type: 'in', amount: '3.00' }), line({ type: 'out', amount: '3.00' }))),
    ).toBe(0)
  })
})
