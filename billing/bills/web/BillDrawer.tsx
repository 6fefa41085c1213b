import { Alert, Button, Flex, Popconfirm } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ReasonForm } from '../../../platform/forms/web/ReasonDialog.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { labelled } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { useMoney } from '../../../warehouse/web/unit.ts'
import { CollectionTag } from '../../money/web/CollectionTag.tsx'
import {
  deleteBills,
  getBill,
  issueBills,
  listBillLines,
  printBills,
  refreshBills,
  reopenBill,
  voidBills,
} from '../contract.ts'
import { billStates } from '../states.ts'
import { billText } from '../text.ts'
import { IssueDialog, VoidDialog } from './BillDialogs.tsx'
import { BillTag } from './BillTag.tsx'
import { CompletenessLine } from './CreateBills.tsx'
import { readings } from './readings.ts'
import { useBillFiles } from './use-bill-files.ts'

type Bill = OutputOf<typeof getBill>

/** One bill: what it comes to, its lines and its payments. */
export function BillDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getBill, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data?.billNo ?? t(billText.bill)}
      owner={match.data && `${match.data.customerCode} ${match.data.customerName}`}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(bill) => (
        // A failed attempt on one bill does not concern the next, nor does the page of its lines.
        <Flex key={id} vertical gap={16}>
          <Actions of={bill} onGone={onClose} />
          {bill.unpriced > 0 && (
            <Alert type="warning" showIcon title={t(billText.unpricedCount, { count: bill.unpriced })} />
          )}
          <Facts of={bill} />
          {bill.mode === 'bill' && <PaidWith of={bill} />}
          <Lines of={bill} />
        </Flex>
      )}
    </DetailDrawer>
  )
}

function Actions({ of, onGone }: { of: Bill; onGone: () => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('collectPayment') === 'full'
  const issuing = useBulk(issueBills, { refreshes: readings })
  const voiding = useBulk(voidBills, { refreshes: readings })
  const refreshing = useBulk(refreshBills, { refreshes: readings })
  const deleting = useBulk(deleteBills, {
    refreshes: readings,
    onAnswer: ({ failed }) => {
      if (failed.length === 0) onGone()
    },
  })
  const files = useBillFiles()
  const [dialog, setDialog] = useState<'issue' | 'void' | 'reopen'>()
  const close = () => setDialog(undefined)
  const ids = [of.id]
  return (
    <>
      <Flex gap={8} wrap>
        {isOpen && billStates.allows(of.status, 'issue') && may(issueBills.permission) && (
          <Button type="primary" loading={issuing.isPending} onClick={() => setDialog('issue')}>
            {t(billText.issue)}
          </Button>
        )}
        {isOpen && of.status === 'draft' && may(refreshBills.permission) && (
          <Button loading={refreshing.isPending} onClick={() => refreshing.run({ ids })}>
            {t(billText.refresh)}
          </Button>
        )}
        {may(printBills.permission) && (
          <>
            <Button loading={files.isPending} onClick={() => files.download(ids, 'pdf')}>
              {t(billText.pdf)}
            </Button>
            <Button loading={files.isPending} onClick={() => files.download(ids, 'xlsx')}>
              {t(billText.xlsx)}
            </Button>
          </>
        )}
        {isOpen &&
          of.mode === 'bill' &&
          billStates.allows(of.status, 'reopen') &&
          may(reopenBill.permission) && (
            <Button danger onClick={() => setDialog('reopen')}>
              {t(billText.reopen)}
            </Button>
          )}
        {isOpen && of.status === 'draft' && may(deleteBills.permission) && (
          <Popconfirm
            title={t(billText.deleteCount, { count: 1 })}
            okText={t(billText.delete)}
            okButtonProps={{ danger: true }}
            onConfirm={() => deleting.run({ ids })}
          >
            <Button danger loading={deleting.isPending}>
              {t(billText.delete)}
            </Button>
          </Popconfirm>
        )}
        {isOpen && billStates.allows(of.status, 'void') && may(voidBills.permission) && (
          <Button danger loading={voiding.isPending} onClick={() => setDialog('void')}>
            {t(billText.void)}
          </Button>
        )}
        <LogButton of="bill" object={of.id} />
      </Flex>
      {issuing.panel}
      {voiding.panel}
      {refreshing.panel}
      {deleting.panel}
      {dialog === 'issue' && (
        <IssueDialog
          count={1}
          onConfirm={(withUnpriced) => issuing.send({ ids, withUnpriced })}
          onClose={close}
        />
      )}
      {dialog === 'void' && (
        <VoidDialog count={1} onSubmit={(reason) => voiding.send({ ids, reason })} onClose={close} />
      )}
      {dialog === 'reopen' && (
        <ReasonForm
          call={reopenBill}
          title={`${t(billText.reopen)} ${of.billNo}`}
          warning={billText.reopenWarning}
          submitText={billText.reopen}
          toInput={(reason) => ({ id: of.id, reason })}
          refreshes={readings}
          onClose={close}
        />
      )}
    </>
  )
}

function Facts({ of }: { of: Bill }) {
  const kinds = useDictionary('billKind')
  const isStatement = of.mode === 'balance'
  const money = useMoney()
  return (
    <FactList
      facts={[
        [columnText.status, <BillTag key="status" status={of.status} />],
        [billText.kind, kinds.textOf(of.mode)],
        [billText.period, `${of.periodFrom} – ${of.periodTo}`],
        [billText.openingBalance, money(of.openingBalance)],
        [billText.payments, money(of.payments)],
        [billText.otherChanges, money(of.otherChanges)],
        [isStatement ? billText.total : billText.amountDue, <b key="total">{money(of.total)}</b>],
        [billText.closingBalance, money(of.closingBalance)],
        [billText.paid, money(of.paid)],
        [billText.completeness, <CompletenessLine key="complete" of={of} />],
        [columnText.operator, of.createdBy],
        [billText.refreshedAt, <LocalTime key="refreshed" at={of.refreshedAt} />],
        [billText.issuedBy, of.issuedBy],
        [billText.issuedAt, of.issuedAt && <LocalTime key="issued" at={of.issuedAt} />],
        [billText.paidAt, of.paidAt && <LocalTime key="paid" at={of.paidAt} />],
        [billText.voidedBy, of.voidedBy],
        [billText.voidedAt, of.voidedAt && <LocalTime key="voided" at={of.voidedAt} />],
        [billText.voidReason, of.voidReason],
      ]}
    />
  )
}

function PaidWith({ of }: { of: Bill }) {
  const t = useText()
  const money = useMoney()
  return (
    <section aria-label={t(billText.paidWith)}>
      <h3>{t(billText.paidWith)}</h3>
      {of.paidWith.length === 0 ? (
        <p className="hint">{t(billText.noPayments)}</p>
      ) : (
        <WideTable
          size="small"
          rowKey="collectionId"
          dataSource={of.paidWith}
          pagination={false}
          columns={[
            {
              title: t(billText.collectionNo),
              render: (_, { collectionId, collectionNo }) => (
                <Link to={`/query/collectPayment?open=${collectionId}`}>{collectionNo}</Link>
              ),
            },
            {
              title: t(columnText.status),
              render: (_, { collectionStatus }) => <CollectionTag status={collectionStatus} />,
            },
            { title: t(billText.paidOn), dataIndex: 'paidOn' },
            {
              title: t(billText.amount),
              align: 'right',
              className: 'figures',
              render: (_, { amount, collectionStatus }) =>
                collectionStatus === 'draft' ? '' : money(amount),
            },
          ]}
        />
      )}
    </section>
  )
}

const PAGE = 50

/** The fees by document type, with what each type comes to. */
function Lines({ of }: { of: Bill }) {
  const t = useText()
  const documents = useDictionary('bill_order_type')
  const money = useMoney()
  const [page, setPage] = useState(1)
  const lines = useAnswer(listBillLines, { billId: of.id, page, size: PAGE })
  return (
    <section aria-label={t(billText.lines)}>
      <h3>{t(billText.lines)}</h3>
      <p>
        {of.groups
          .map(({ orderType, fees, amount }) =>
            labelled(`${documents.textOf(orderType)} × ${fees}`, money(amount), language),
          )
          .join('    ')}
      </p>
      <QueryBoundary answer={lines}>
        {({ rows, total }) => (
          <WideTable
            size="small"
            rowKey="id"
            dataSource={rows}
            locale={{ emptyText: t(billText.noLines) }}
            pagination={
              total > PAGE
                ? { current: page, pageSize: PAGE, total, onChange: setPage, showSizeChanger: false }
                : false
            }
            columns={[
              { title: t(billText.orderType), render: (_, { orderType }) => documents.textOf(orderType) },
              { title: t(billText.document), dataIndex: 'sourceNo' },
              { title: t(billText.chargeDate), dataIndex: 'chargeDate' },
              {
                title: t(billText.feeType),
                render: (_, { nameZh, nameEn }) => (language === 'zh_CN' ? nameZh : nameEn),
              },
              { title: t(billText.feeNo), dataIndex: 'feeNo' },
              {
                title: t(billText.amount),
                align: 'right',
                className: 'figures',
                render: (_, { amount }) => grouped(amount),
              },
            ]}
          />
        )}
      </QueryBoundary>
    </section>
  )
}
