import { Button, Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { useToday } from '../../../warehouse/web/today.ts'
import { useMoney } from '../../../warehouse/web/unit.ts'
import { openBills } from '../../bills/contract.ts'
import { monthOf } from '../../bills/last-month.ts'
import { sumFees } from '../../fees/contract.ts'
import { sumOf } from '../../pricing/amounts.ts'
import { createCollection, listBalanceFlows } from '../contract.ts'
import { moneyText } from '../text.ts'
import { BlockedAccount } from './BlockedAccount.tsx'
import { NewCollection } from './CollectionForm.tsx'

/** On a customer's page: record a payment, and see what happened in the account. */
export function CustomerMoney({ id }: { id: number }) {
  const t = useText()
  const may = useMay()
  const [isNew, setNew] = useState(false)
  const mayRecord = useFeature('collectPayment') === 'full' && may(createCollection.permission)
  const seesFlow = useFeature('cost') !== 'hidden' && may(listBalanceFlows.permission)
  if (!mayRecord && !seesFlow) return <BlockedAccount id={id} />
  return (
    <Flex vertical gap={16}>
      <BlockedAccount id={id} />
      {seesFlow && <Owed customerId={id} />}
      <Flex gap={16} align="center" wrap>
        {mayRecord && <Button onClick={() => setNew(true)}>{t(moneyText.recharge)}</Button>}
        {seesFlow && (
          <Link to={`/query/cost?view=balance_flow&customerId=${id}`}>{t(moneyText.showFlow)}</Link>
        )}
        {isNew && <NewCollection customerId={id} onClose={() => setNew(false)} />}
      </Flex>
    </Flex>
  )
}

/** What the customer was charged this month, and the bills that wait for their payment. */
function Owed({ customerId }: { customerId: number }) {
  const t = useText()
  const may = useMay()
  const money = useMoney()
  const isShown = useFeature('collectPayment') !== 'hidden'
  const seesBills = isShown && may(openBills.permission)
  const { from: chargedFrom, to: chargedTo } = monthOf(useToday())
  const fees = useAnswer(sumFees, { customerId, chargedFrom, chargedTo })
  const bills = useAnswer(openBills, { customerId }, { enabled: seesBills })
  const open = bills.data ?? []
  const amount = money(sumOf(open.map((bill) => bill.open)).toFixed(2))
  const toPay = bills.data && t(moneyText.openBillSum, { count: open.length, amount })
  return (
    <QueryBoundary answer={fees}>
      {(sums) => (
        <FactList
          title={moneyText.owedTitle}
          facts={[
            [moneyText.owedFees, <b key="all">{money(sums.amount)}</b>],
            [moneyText.owedSettled, money(sums.settled)],
            [moneyText.owedOpen, money(sums.notSettled)],
            ...(seesBills ? [[moneyText.openBills, toPay] as const] : []),
          ]}
        />
      )}
    </QueryBoundary>
  )
}
