import { Button, Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { createCollection, listBalanceFlows } from '../contract.ts'
import { moneyText } from '../text.ts'
import { NewCollection } from './CollectionForm.tsx'

/** On a customer's page: record a payment, and see what happened in the account. */
export function CustomerMoney({ id }: { id: number }) {
  const t = useText()
  const may = useMay()
  const [isNew, setNew] = useState(false)
  const mayRecord = useFeature('collectPayment') === 'full' && may(createCollection.permission)
  const seesFlow = useFeature('cost') !== 'hidden' && may(listBalanceFlows.permission)
  if (!mayRecord && !seesFlow) return null
  return (
    <Flex gap={16} align="center" wrap>
      {mayRecord && <Button onClick={() => setNew(true)}>{t(moneyText.recharge)}</Button>}
      {seesFlow && <Link to={`/query/cost?view=balance_flow&customerId=${id}`}>{t(moneyText.showFlow)}</Link>}
      {isNew && <NewCollection customerId={id} onClose={() => setNew(false)} />}
    </Flex>
  )
}
