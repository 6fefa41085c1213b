import { Alert, Button, Flex, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped, inUnit } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { withCents } from '../../../platform/text/decimal.ts'
import { labelled } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { useCurrency, useMoney, useUnits } from '../../../warehouse/web/unit.ts'
import { Proofs } from '../../money/web/Proofs.tsx'
import { basisText, marginText } from '../basis.ts'
import { failureTexts, nameOf } from '../columns.ts'
import {
  addFeeProof,
  getFee,
  refundFees,
  removeFeeProof,
  rerateFees,
  settleFees,
  voidFees,
} from '../contract.ts'
import { explain, isExplained } from '../explain.ts'
import { documentPage } from '../gap-text.ts'
import { feeText } from '../text.ts'
import { AskDialog } from './AskDialog.tsx'
import { FeeTag } from './FeeTag.tsx'
import { readings } from './readings.ts'

type Fee = OutputOf<typeof getFee>

/** One fee: why it has this amount, its refunds, its money, and what can be done with it. */
export function FeeDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const money = useMoney()
  const match = useAnswer(getFee, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data?.feeNo ?? t(feeText.fee)}
      owner={match.data && `${match.data.customerCode} ${match.data.customerName}`}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(fee) => (
        // A failed attempt on one fee does not concern the next.
        <Flex key={id} vertical gap={16}>
          <Actions of={fee} />
          {fee.requests.length > 0 && (
            <Alert
              type="warning"
              showIcon
              title={t(feeText.waitingRequests, {
                nos: fee.requests
                  .map(({ requestNo, amount }) => `${requestNo} (${money(amount)})`)
                  .join(', '),
              })}
            />
          )}
          <Facts of={fee} />
          <Why of={fee} />
          <Refunds of={fee} />
          <FeeProofs of={fee} />
        </Flex>
      )}
    </DetailDrawer>
  )
}

function Actions({ of }: { of: Fee }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('cost') === 'full'
  const settling = useBulk(settleFees, { refreshes: readings })
  const voiding = useBulk(voidFees, { refreshes: readings })
  const rerating = useBulk(rerateFees, { refreshes: readings })
  const [dialog, setDialog] = useState<'refund' | 'void' | 'rerate'>()
  const close = () => setDialog(undefined)
  const isLive = of.status === 'settled' || of.status === 'not_settled'
  const isUnsettled = of.status === 'not_settled'
  const ids = [of.id]
  return (
    <>
      <Flex gap={8} wrap>
        {isOpen && isLive && Number(of.left) > 0 && of.origin !== 'refund' && may(refundFees.permission) && (
          <Button onClick={() => setDialog('refund')}>{t(feeText.refundFee)}</Button>
        )}
        {isOpen && isLive && of.origin === 'automatic' && may(rerateFees.permission) && (
          <Button loading={rerating.isPending} onClick={() => setDialog('rerate')}>
            {t(feeText.rerate)}
          </Button>
        )}
        {isOpen && isUnsettled && of.isBalanceMode && may(settleFees.permission) && (
          <Button loading={settling.isPending} onClick={() => settling.run({ ids })}>
            {t(feeText.settle)}
          </Button>
        )}
        {isOpen && isUnsettled && may(voidFees.permission) && (
          <Button danger loading={voiding.isPending} onClick={() => setDialog('void')}>
            {t(feeText.voidFee)}
          </Button>
        )}
        <LogButton of="fee" object={of.id} />
      </Flex>
      {settling.panel}
      {voiding.panel}
      {rerating.panel}
      {dialog === 'refund' && <Refund of={of} onClose={close} />}
      {dialog === 'rerate' && (
        <AskDialog
          title={`${t(feeText.rerate)} ${of.feeNo}`}
          hint={feeText.rerateHint}
          asks="reason_and_version"
          submitText={feeText.rerate}
          onSubmit={({ reason, versionId }) => rerating.send({ ids, versionId, reason })}
          onClose={close}
        />
      )}
      {dialog === 'void' && (
        <AskDialog
          title={`${t(feeText.voidFee)} ${of.feeNo}`}
          asks="reason"
          submitText={feeText.voidFee}
          onSubmit={({ reason }) => voiding.send({ ids, reason })}
          onClose={close}
        />
      )}
    </>
  )
}

/** Refunds a fee or a part of it. */
function Refund({ of, onClose }: { of: Fee; onClose: () => void }) {
  const t = useText()
  const currency = useCurrency()
  const money = useMoney()
  const { fields, ...form } = useForm(refundFees, {
    initial: { amount: of.left, reason: '' },
    toInput: ({ amount, reason }) => ({ ids: [of.id], amount, reason }),
    refreshes: readings,
    onDone: ({ requested }) => {
      if (requested > 0) notice('warning', t(feeText.requestsSent, { count: requested }))
      onClose()
    },
  })
  return (
    <Dialog title={`${t(feeText.refundFee)} ${of.feeNo}`} onClose={onClose}>
      <FormBody fields={fields} {...form} submitText={feeText.refundFee} onCancel={onClose}>
        <TextField
          fields={fields}
          name="amount"
          label={inUnit(feeText.refundAmount, currency)}
          isRequired
          inputMode="decimal"
          hint={labelled(t(feeText.left), money(of.left), language)}
        />
        <TextField fields={fields} name="reason" label={feeText.reason} isRequired maxLength={500} />
      </FormBody>
    </Dialog>
  )
}

function FeeLink({ of }: { of: NonNullable<Fee['refundOf']> }) {
  const money = useMoney()
  return <Link to={`/query/cost?open=${of.id}`}>{`${of.feeNo} (${money(of.amount)})`}</Link>
}

function Facts({ of }: { of: Fee }) {
  const t = useText()
  const may = useMay()
  const money = useMoney()
  const kinds = useDictionary('billableKind')
  const businesses = useDictionary('account_log_biz_type')
  const flowOf = (flow: Fee['flow']) =>
    flow && (
      <Link to={`/query/cost?view=balance_flow&customerId=${of.customerId}`}>
        {`${flow.flowNo} ${businesses.textOf(flow.business)} ${money(flow.amount)}`}
      </Link>
    )
  const cost = may('query:cost:profit')
    ? ([
        [feeText.cost, of.costAmount && money(of.costAmount)],
        [feeText.profit, of.profit && `${money(of.profit)} (${marginText(of)}%)`],
      ] as const)
    : []
  return (
    <FactList
      facts={[
        [columnText.status, <FeeTag key="status" status={of.status} />],
        ...(of.failedBecause ? [[feeText.failedBecause, t(failureTexts[of.failedBecause])] as const] : []),
        [columnText.amount, money(of.amount)],
        ...(of.taxRate ? [[feeText.taxRate, of.taxRate] as const] : []),
        ...(of.taxAmount ? [[feeText.taxAmount, money(of.taxAmount)] as const] : []),
        [feeText.feeType, nameOf(of, language)],
        [
          columnText.document,
          of.documentId === null ? (
            of.sourceNo
          ) : (
            <Link key="document" to={documentPage(of.orderType, of.documentId)}>
              {of.sourceNo}
            </Link>
          ),
        ],
        [feeText.kind, of.eventKind ? kinds.textOf(of.eventKind) : t(feeText[of.origin])],
        [columnText.occurredAt, <LocalTime key="at" at={of.eventAt ?? of.occurredAt} />],
        [feeText.chargeDate, of.chargeDate],
        [feeText.basis, of.basis && basisText(of.basis)[language]],
        [
          feeText.rule,
          of.rule && (
            <Link key="rule" to={`/setting/quote?open=${of.quoteId}`}>
              {of.rule}
            </Link>
          ),
        ],
        [columnText.discount, of.discount],
        ...cost,
        [columnText.remark, of.remark],
        [columnText.operator, of.createdBy],
        [feeText.settledAt, of.settledAt && <LocalTime key="settled" at={of.settledAt} />],
        [feeText.flow, flowOf(of.flow)],
        ...(of.reversal ? [[feeText.reversal, flowOf(of.reversal)] as const] : []),
        ...(of.endedReason ? [[feeText.endedReason, of.endedReason] as const] : []),
        ...(of.refundOf ? [[feeText.refundOf, <FeeLink key="refundOf" of={of.refundOf} />] as const] : []),
        ...(of.replaces ? [[feeText.replaces, <FeeLink key="replaces" of={of.replaces} />] as const] : []),
        ...(of.replacedBy
          ? [[feeText.replacedBy, <FeeLink key="replacedBy" of={of.replacedBy} />] as const]
          : []),
      ]}
    />
  )
}

/** The calculation, line by line. */
function Why({ of }: { of: Fee }) {
  const t = useText()
  const { weight, volume } = useUnits()
  const currency = useCurrency()
  if (of.origin === 'refund') return null
  if (of.detail === null || of.detail === undefined)
    return (
      <section aria-label={t(feeText.why)}>
        <h3>{t(feeText.why)}</h3>
        <p className="hint">{t(feeText.byHand)}</p>
      </section>
    )
  if (!isExplained(of.detail)) return null
  const named = (kind: 'product' | 'box') => (id: number) =>
    of.names.find((each) => each.kind === kind && each.id === id)?.name ?? String(id)
  const { nights } = of
  const lines = explain(of.detail, {
    productOf: named('product'),
    boxOf: named('box'),
    nights,
    weight,
    volume,
  })
  return (
    <section aria-label={t(feeText.why)}>
      <h3>{t(feeText.why)}</h3>
      <WideTable
        size="small"
        pagination={false}
        rowKey="key"
        dataSource={lines.map((line, key) => ({ key, ...line }))}
        columns={[
          {
            title: t(feeText.what),
            key: 'what',
            render: (_, { what, page }) => (page ? <Link to={page}>{t(what)}</Link> : t(what)),
          },
          { title: t(feeText.how), key: 'how', render: (_, { how }) => t(how) },
          {
            title: t(inUnit(columnText.amount, currency)),
            key: 'amount',
            render: (_, { amount }) => withCents(amount),
            align: 'right',
            className: 'figures',
          },
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0} colSpan={2}>
              <b>{t(feeText.total)}</b>
            </Table.Summary.Cell>
            <Table.Summary.Cell index={2} align="right">
              <b className="figures">{grouped(of.amount)}</b>
            </Table.Summary.Cell>
          </Table.Summary.Row>
        )}
      />
    </section>
  )
}

function Refunds({ of }: { of: Fee }) {
  const t = useText()
  const money = useMoney()
  if (of.refunds.length === 0) return null
  return (
    <section aria-label={t(feeText.refunds)}>
      <h3>{t(feeText.refunds)}</h3>
      <WideTable
        size="small"
        pagination={false}
        rowKey="id"
        dataSource={of.refunds}
        columns={[
          { title: t(feeText.feeNo), key: 'feeNo', render: (_, fee) => <FeeLink of={fee} /> },
          { title: t(columnText.status), key: 'status', render: (_, fee) => <FeeTag status={fee.status} /> },
          { title: t(feeText.reason), dataIndex: 'remark' },
          {
            title: t(columnText.occurredAt),
            key: 'at',
            render: (_, fee) => <LocalTime at={fee.occurredAt} />,
          },
        ]}
      />
      <p className="hint">{labelled(t(feeText.left), money(of.left), language)}</p>
    </section>
  )
}

/** What proves a fee that a person made; one that was calculated explains itself. */
function FeeProofs({ of }: { of: Fee }) {
  const may = useMay()
  const adding = useCommand(addFeeProof, { refreshes: readings, ownErrors: true })
  const removing = useCommand(removeFeeProof, { refreshes: readings })
  const mayEdit = useFeature('cost') === 'full' && may(addFeeProof.permission)
  if (of.origin === 'automatic') return null
  const add = (fileId: number) => adding.mutateAsync({ id: of.id, fileId })
  const remove = (fileId: number) => removing.mutate({ id: of.id, fileId })
  return (
    <Proofs
      files={of.files}
      reading={getFee}
      onAdd={mayEdit ? add : undefined}
      onRemove={mayEdit && of.status === 'not_settled' ? remove : undefined}
    />
  )
}
