import { Alert, Button, Flex } from 'antd'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped, inUnit } from '../../../platform/lists/columns.ts'
import { labelled } from '../../../platform/text/text.ts'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { useCurrency, useMoney } from '../../../warehouse/web/unit.ts'
import { previewCollections } from '../contract.ts'
import { moneyText } from '../text.ts'

/** The columns: what bills take is shown where there are any. */
const partsOf = (hasBills: boolean) =>
  (['before', 'change', 'settled', 'after'] as const).filter((part) => hasBills || part !== 'settled')

/** Shows each customer's balance before and after, the bills that are paid, what may be recorded twice, and what has no proof. */
export function ConfirmDialog({
  ids,
  onConfirm,
  onClose,
}: {
  ids: number[]
  onConfirm: (shown: OutputOf<typeof previewCollections>['shown']) => void
  onClose: () => void
}) {
  const t = useText()
  const currency = useCurrency()
  const money = useMoney()
  const preview = useAnswer(previewCollections, { ids }, { keep: false })
  return (
    <Dialog title={t(moneyText.confirmCount, { count: ids.length })} onClose={onClose}>
      <QueryBoundary answer={preview}>
        {({ customers, bills, twins, withoutProof, shown }) => (
          <Flex vertical gap={12}>
            {twins.length > 0 && (
              <Alert type="warning" showIcon title={t(moneyText.twins, { nos: twins.join(', ') })} />
            )}
            {withoutProof.length > 0 && (
              <Alert
                type="info"
                showIcon
                title={labelled(t(moneyText.noProof), withoutProof.join(', '), language)}
              />
            )}
            {customers.length === 0 && <Alert type="info" showIcon title={t(moneyText.nothingToConfirm)} />}
            <WideTable
              size="small"
              rowKey="customerId"
              dataSource={customers}
              pagination={false}
              columns={[
                { title: t(columnText.customer), dataIndex: 'customerCode' },
                ...partsOf(bills.length > 0).map((part) => ({
                  title: t(inUnit(moneyText[part], currency)),
                  align: 'right' as const,
                  className: 'figures',
                  render: (_: unknown, row: (typeof customers)[number]) => grouped(row[part]),
                })),
              ]}
            />
            {bills.length > 0 && (
              <ul aria-label={t(moneyText.settled)}>
                {bills.map(({ billId, billNo: bill, amount, open }) => (
                  <li key={billId}>
                    {t(open === '0.00' ? moneyText.paysBill : moneyText.paysPart, {
                      ...{ bill, amount: money(amount), open: money(open) },
                    })}
                  </li>
                ))}
              </ul>
            )}
            <Flex gap={8} justify="end">
              <Button onClick={onClose}>{t(webText.cancel)}</Button>
              <Button
                type="primary"
                disabled={customers.length === 0}
                onClick={() => {
                  onConfirm(shown)
                  onClose()
                }}
              >
                {t(moneyText.confirm)}
              </Button>
            </Flex>
          </Flex>
        )}
      </QueryBoundary>
    </Dialog>
  )
}
