import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { HoldReason } from '../../../db/schema.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { wrongNow } from '../../../testing/books.ts'
import { aLedger, type TestLedger } from '../../../testing/money-builders.ts'
import { type Chance, chance, sampleOf, seed } from '../../../testing/random.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { moneyChecks } from './checks.ts'
import { consumeHolds, holdMoney, releaseHolds } from './holds.ts'
import { type Charge, chargeAccounts, postMoney } from './ledger.ts'

/**
 * Every kind of work on the accounts, at random, beside a naive model that counts in cents.
 *
 * `FAULT_OPERATIONS` sets how many; several companies run side by side. A refused piece of work is rolled back to a savepoint.
 */
const operations = Number(process.env.FAULT_OPERATIONS ?? sampleOf(20_000, 20))
const SIDE_BY_SIDE = 4

console.log(`FAULT_SEED=${seed}, ${operations} operations`)

const server = await startTestServer()

type Money = { balance: number; frozen: number; credit: number; flows: number }
type Model = { accounts: Map<number, Money>; holds: Map<string, { customerId: number; cents: number }> }

const text = (cents: number) =>
  `${cents < 0 ? '-' : ''}${Math.floor(Math.abs(cents) / 100)}.${String(Math.abs(cents) % 100).padStart(2, '0')}`

/** Whether it was done. Only the refusals of the ledger count as such; anything else is a fault. */
async function tried(tx: Tx, work: () => Promise<unknown>): Promise<boolean> {
  await sql`savepoint work`.execute(tx)
  try {
    await work()
    return true
  } catch (thrown) {
    await sql`rollback to savepoint work`.execute(tx)
    const { constraint } = thrown as { constraint?: string }
    if (!['hold_open_once', 'money_posted_once'].includes(constraint ?? '')) throw thrown
    return false
  }
}

async function step(ledger: TestLedger, tx: Tx, model: Model, random: Chance, old: Charge[]) {
  const { who, customerId: first, otherId, tenantId } = ledger
  const customerId = random.pick([first, otherId])
  const account = model.accounts.get(customerId) as Money
  const cents = random.between(1, 5_000)
  const reason: HoldReason = random.pick(['order', 'rent', 'deposit'] as const)
  const sourceId = random.between(1, 6)
  const key = `${reason} ${sourceId}`
  const held = model.holds.get(key)
  const fee = (amount: number, customer = customerId): Charge => ({
    ...{ sourceType: 'fee', sourceId: old.length + 1, sourceNo: 'FE', business: 'manual_fee' },
    ...{ customerId: customer, amount: text(amount) },
  })
  const apply = ({ customerId: customer, amount }: Charge) => {
    const to = model.accounts.get(customer) as Money
    to.balance -= Math.round(Number(amount) * 100)
    to.flows++
  }
  const endHold = () => {
    if (!held) return
    const of = model.accounts.get(held.customerId) as Money
    of.frozen -= held.cents
    of.flows++
    model.holds.delete(key)
  }
  switch (
    random.pick([
      'charge',
      'refund',
      'both',
      'replay',
      'other',
      'hold',
      'hold',
      'release',
      'consume',
      'credit',
    ] as const)
  ) {
    case 'charge':
    case 'refund': {
      const charge = fee(random.pick([cents, -cents]))
      old.push(charge)
      await chargeAccounts(tx, who, [charge])
      return apply(charge)
    }
    case 'both': {
      const charges = [fee(cents, first), { ...fee(-cents, otherId), line: 2 }, { ...fee(7, first), line: 3 }]
      old.push(...charges.slice(0, 1))
      await chargeAccounts(tx, who, charges)
      return charges.forEach(apply)
    }
    case 'replay':
      if (old.length > 0) await chargeAccounts(tx, who, [random.pick(old)])
      return
    case 'other': {
      const posted = old[random.between(0, old.length - 1)]
      if (!posted) return
      const changed = { ...posted, amount: text(Math.round(Number(posted.amount) * 100) + 1) }
      // A cent more than minus a cent is nothing, and nothing is not posted.
      if (changed.amount === '0.00') return
      return expect(await tried(tx, () => chargeAccounts(tx, who, [changed]))).toBe(false)
    }
    case 'hold': {
      const wanted = { customerId, sourceId, sourceNo: 'X', amount: text(cents) }
      const isDone = await tried(tx, () => holdMoney(tx, who, reason, [wanted]))
      expect(isDone).toBe(!held || (held.cents === cents && held.customerId === customerId))
      if (!isDone || held) return
      model.holds.set(key, { customerId, cents })
      account.frozen += cents
      account.flows++
      return
    }
    case 'release':
      await releaseHolds(tx, who, reason, [sourceId])
      return endHold()
    case 'consume': {
      const charge = fee(cents)
      old.push(charge)
      await consumeHolds(tx, who, reason, [sourceId], [charge])
      endHold()
      return apply(charge)
    }
    case 'credit': {
      await sql`update customers set credit_limit = ${text(cents)}::numeric where tenant_id = ${tenantId} and id = ${customerId}`.execute(
        tx,
      )
      if (account.credit !== cents) account.flows++
      account.credit = cents
    }
  }
}

test('after any sequence of work on the accounts, they equal a naive model and the ledger checks are clean', {
  timeout: 60_000 + operations * 20,
}, async () => {
  const company = async (n: number) => {
    const ledger = await aLedger(server)
    const random = chance(`money ${n}`)
    const empty = () => ({ balance: 0, frozen: 0, credit: 0, flows: 0 })
    const model: Model = {
      accounts: new Map([ledger.customerId, ledger.otherId].map((id) => [id, empty()])),
      holds: new Map(),
    }
    const old: Charge[] = []
    for (let done = 0; done < operations / SIDE_BY_SIDE; done += 100)
      await ledger.write(async (tx) => {
        for (let i = 0; i < 100; i++) await step(ledger, tx, model, random, old)
        await postMoney(tx, ledger.who, [])
      })
    for (const [id, { balance, frozen, credit, flows }] of model.accounts)
      expect(await ledger.account(id)).toEqual([text(balance), text(frozen), text(credit), flows])
    const checks = moneyChecks.filter((check) => check.code !== 'I-14')
    expect(await wrongNow(checks, server, ledger)).toEqual([])
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, (_, n) => company(n)))
})
