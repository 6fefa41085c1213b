import { type MoneyLine, postMoney } from '../billing/money/server/ledger.ts'
import { aStore } from './stock-builders.ts'
import type { TestServer } from './test-server.ts'

/** A warehouse with two customers whose accounts are empty. */
export async function aLedger(server: Pick<TestServer, 'database' | 'owner'>) {
  const store = await aStore(server)
  const { tenantId, who, write, customerId } = store
  const asOwner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, tenantId)
  const [other] = await asOwner<{ id: string }>(`select id from customers where customer_code = 'OTHER'`)

  let count = 0
  /** A line of a document of its own, unless told otherwise. */
  const line = (over: Partial<MoneyLine> & Pick<MoneyLine, 'type' | 'amount'>): MoneyLine => ({
    sourceType: 'test',
    sourceId: ++count,
    sourceNo: `T-${count}`,
    business: over.type === 'in' ? 'collection' : 'manual_fee',
    customerId,
    ...over,
  })
  const post = (...lines: MoneyLine[]) => write((tx) => postMoney(tx, who, lines))
  const pay = (amount: string, customer = customerId) =>
    post(line({ type: 'in', amount, customerId: customer }))
  const setCredit = (limit: string, customer = customerId) =>
    asOwner('update customers set credit_limit = $1 where id = $2', [limit, customer])

  /** Balance, frozen amount, credit limit and the number of flows. */
  const account = async (customer = customerId) => {
    const [row] = await asOwner<Record<'balance' | 'frozen' | 'credit_limit' | 'last_seq', string>>(
      'select balance, frozen, credit_limit, last_seq from customer_accounts where customer_id = $1',
      [customer],
    )
    return [row?.balance, row?.frozen, row?.credit_limit, Number(row?.last_seq)]
  }
  /** The flows of an account, each as its type, amount and what was there after it. */
  const flows = async (customer = customerId) =>
    (
      await asOwner<Record<string, string>>(
        `select log_type::text as type, business::text, amount, balance_after, frozen_after, credit_after from balance_flows
         where customer_id = $1 order by seq`,
        [customer],
      )
    ).map((row) => Object.values(row))
  return { ...store, otherId: Number(other?.id), asOwner, line, post, pay, setCredit, account, flows }
}

export type TestLedger = Awaited<ReturnType<typeof aLedger>>
