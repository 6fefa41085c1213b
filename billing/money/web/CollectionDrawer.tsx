import { Alert, Button, Flex, Popconfirm } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { ReasonForm } from '../../../platform/forms/web/ReasonDialog.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { useMoney } from '../../../warehouse/web/unit.ts'
import { PaidBills } from '../../bills/web/PaidBills.tsx'
import {
  addProof,
  confirmCollections,
  deleteCollections,
  editCollection,
  getCollection,
  releaseDeposit,
  removeProof,
  reverseCollection,
} from '../contract.ts'
import { moneyText } from '../text.ts'
import { EditCollection } from './CollectionForm.tsx'
import { CollectionTag } from './CollectionTag.tsx'
import { ConfirmDialog } from './ConfirmDialog.tsx'
import { Proofs } from './Proofs.tsx'
import { readings } from './readings.ts'

type Collection = OutputOf<typeof getCollection>

/** One payment: its facts, its proof, and what can be done with it. */
export function CollectionDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getCollection, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  return (
    <DetailDrawer
      title={match.data?.collectionNo ?? t(moneyText.title)}
      owner={match.data && `${match.data.customerCode} ${match.data.customerName}`}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(item) =>
        edited !== undefined && edited === id ? (
          <EditCollection of={item} onClose={() => setEdited(undefined)} />
        ) : (
          // A failed attempt on one collection does not concern the next.
          <Flex key={id} vertical gap={16}>
            <Actions of={item} onEdit={() => setEdited(id)} onGone={onClose} />
            {item.twins.length > 0 && (
              <Alert type="warning" showIcon title={t(moneyText.twins, { nos: item.twins.join(', ') })} />
            )}
            <Facts of={item} />
            {item.purpose === 'bill_payment' && <PaidBills of={item} />}
            <CollectionProofs of={item} />
          </Flex>
        )
      }
    </DetailDrawer>
  )
}

function Actions({ of, onEdit, onGone }: { of: Collection; onEdit: () => void; onGone: () => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('collectPayment') === 'full'
  const confirming = useBulk(confirmCollections, { refreshes: readings })
  const deleting = useBulk(deleteCollections, {
    refreshes: readings,
    onAnswer: ({ failed }) => {
      if (failed.length === 0) onGone()
    },
  })
  const [dialog, setDialog] = useState<'confirm' | 'reverse' | 'release'>()
  const close = () => setDialog(undefined)
  const isDraft = of.status === 'draft'
  return (
    <>
      <Flex gap={8} wrap>
        {isOpen && isDraft && may(confirmCollections.permission) && (
          <Button type="primary" loading={confirming.isPending} onClick={() => setDialog('confirm')}>
            {t(moneyText.confirm)}
          </Button>
        )}
        {isOpen && isDraft && may(editCollection.permission) && (
          <Button onClick={onEdit}>{t(webText.edit)}</Button>
        )}
        {isOpen && isDraft && may(deleteCollections.permission) && (
          <Popconfirm
            title={t(moneyText.deleteCount, { count: 1 })}
            okText={t(moneyText.delete)}
            okButtonProps={{ danger: true }}
            onConfirm={() => deleting.run({ ids: [of.id] })}
          >
            <Button danger loading={deleting.isPending}>
              {t(moneyText.delete)}
            </Button>
          </Popconfirm>
        )}
        {isOpen && of.isHeld && may(releaseDeposit.permission) && (
          <Button onClick={() => setDialog('release')}>{t(moneyText.release)}</Button>
        )}
        {isOpen && of.status === 'paid' && may(reverseCollection.permission) && (
          <Button danger onClick={() => setDialog('reverse')}>
            {t(moneyText.reverse)}
          </Button>
        )}
        <LogButton of="collection" object={of.id} />
      </Flex>
      {confirming.panel}
      {deleting.panel}
      {dialog === 'confirm' && (
        <ConfirmDialog
          ids={[of.id]}
          onConfirm={(shown) => confirming.run({ ids: [of.id], shown })}
          onClose={close}
        />
      )}
      {(dialog === 'reverse' || dialog === 'release') && (
        <ReasonForm
          {...withReason[dialog]}
          title={`${t(withReason[dialog].submitText)} ${of.collectionNo}`}
          toInput={(reason) => ({ id: of.id, reason })}
          refreshes={readings}
          onClose={close}
        />
      )}
    </>
  )
}

const withReason = {
  reverse: { call: reverseCollection, submitText: moneyText.reverse, warning: moneyText.reverseWarning },
  release: { call: releaseDeposit, submitText: moneyText.release, warning: moneyText.releaseWarning },
}

function Facts({ of }: { of: Collection }) {
  const t = useText()
  const money = useMoney()
  const isDeposit = of.purpose === 'deposit' && of.status === 'paid'
  const purpose = useDictionary('transaction_business_type')
  const method = useDictionary('payMethod')
  return (
    <FactList
      facts={[
        [columnText.status, <CollectionTag key="status" status={of.status} />],
        [columnText.amount, money(of.amount)],
        [moneyText.purpose, purpose.textOf(of.purpose)],
        ...(isDeposit
          ? [[moneyText.depositHeld, t(of.isHeld ? moneyText.isHeld : moneyText.isReleased)] as const]
          : []),
        [moneyText.payMethod, method.textOf(of.payMethod)],
        [moneyText.bankName, of.bankName],
        [moneyText.bankRefNo, of.bankRefNo],
        [moneyText.paidOn, of.paidOn],
        [columnText.remark, of.remark],
        [columnText.operator, of.createdBy],
        [columnText.createdAt, <LocalTime key="createdAt" at={of.createdAt} />],
        [moneyText.confirmedBy, of.confirmedBy],
        [moneyText.confirmedAt, of.confirmedAt && <LocalTime key="confirmedAt" at={of.confirmedAt} />],
        [moneyText.reversedBy, of.reversedBy],
        [moneyText.reversedAt, of.reversedAt && <LocalTime key="reversedAt" at={of.reversedAt} />],
        [moneyText.reverseReason, of.reverseReason],
      ]}
    />
  )
}

function CollectionProofs({ of }: { of: Collection }) {
  const may = useMay()
  const adding = useCommand(addProof, { refreshes: readings, ownErrors: true })
  const removing = useCommand(removeProof, { refreshes: readings })
  const mayEdit = useFeature('collectPayment') === 'full' && may(addProof.permission)
  const add = (fileId: number) => adding.mutateAsync({ id: of.id, fileId })
  const remove = (fileId: number) => removing.mutate({ id: of.id, fileId })
  return (
    <Proofs
      files={of.files}
      reading={getCollection}
      onAdd={mayEdit ? add : undefined}
      onRemove={mayEdit && of.status === 'draft' ? remove : undefined}
    />
  )
}
