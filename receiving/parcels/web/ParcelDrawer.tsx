import { Button, Flex } from 'antd'
import { useState } from 'react'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { ReasonForm } from '../../../platform/forms/web/ReasonDialog.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { findInbound, inboundCustomers } from '../../contract.ts'
import { receiveText } from '../../scanning/text.ts'
import { readings } from '../../scanning/web/readings.ts'
import { parcelStates } from '../../states.ts'
import { claimParcel, getParcel, listParcels, openUnannounced, sendParcelBack } from '../contract.ts'
import { parcelText } from '../text.ts'
import { ParcelTag } from './ParcelTag.tsx'

type Parcel = OutputOf<typeof getParcel>
type Choice = 'make' | 'claim' | 'back'

const refreshes = [listParcels, getParcel, ...readings]

/** One parcel: its photos, and what happens to it. */
export function ParcelDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getParcel, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data?.parcelNo ?? t(parcelText.parcel)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(parcel) => (
        <Flex vertical gap={16}>
          <Deeds parcel={parcel} />
          <FactList
            facts={[
              [columnText.status, <ParcelTag key="status" status={parcel.status} />],
              [parcelText.trackingNo, parcel.trackingNo],
              [parcelText.inboundNo, parcel.inboundNo],
              [parcelText.remark, parcel.remark],
              [parcelText.keptBy, parcel.createdByName],
              [parcelText.keptAt, <LocalTime key="kept" at={parcel.createdAt} />],
              [parcelText.closedBy, parcel.closedByName],
              [parcelText.closedAt, parcel.closedAt && <LocalTime key="closed" at={parcel.closedAt} />],
            ]}
          />
          {parcel.photos.length === 0 && <span className="hint">{t(parcelText.noPhotos)}</span>}
          {parcel.photos.map(({ fileId, url }, i) => (
            <img
              key={fileId}
              src={url}
              alt={`${t(parcelText.photos)} ${i + 1}`}
              style={{ maxWidth: '100%' }}
            />
          ))}
        </Flex>
      )}
    </DetailDrawer>
  )
}

function Deeds({ parcel }: { parcel: Parcel }) {
  const t = useText()
  const may = useMay()
  const [isOpen, setOpen] = useState<Choice>()
  const isFull = useFeature('receiving') === 'full'
  if (!isFull || !parcelStates.allows(parcel.status, 'claim')) return null
  const close = () => setOpen(undefined)
  return (
    <Flex gap={8} wrap>
      {may(openUnannounced.permission) && (
        <Button type="primary" onClick={() => setOpen('make')}>
          {t(parcelText.make)}
        </Button>
      )}
      {may(claimParcel.permission) && <Button onClick={() => setOpen('claim')}>{t(parcelText.claim)}</Button>}
      {may(sendParcelBack.permission) && (
        <Button onClick={() => setOpen('back')}>{t(parcelText.sendBack)}</Button>
      )}
      {isOpen === 'make' && <MakeForm parcel={parcel} onClose={close} />}
      {isOpen === 'claim' && <ClaimForm parcel={parcel} onClose={close} />}
      {isOpen === 'back' && <BackForm parcel={parcel} onClose={close} />}
    </Flex>
  )
}

type Of = { parcel: Parcel; onClose: () => void }

type Making = { customerId: number | undefined; inboundType: 'return' | 'by_sku' }
const making: Making = { customerId: undefined, inboundType: 'return' }
const claiming: { inboundId: number | undefined } = { inboundId: undefined }

function MakeForm({ parcel, onClose }: Of) {
  const t = useText()
  const customers = useAnswer(inboundCustomers, {})
  const { fields, ...form } = useForm(openUnannounced, {
    initial: making,
    toInput: ({ customerId, inboundType }) => ({
      customerId: customerId ?? Number.NaN,
      inboundType,
      trackingNo: parcel.trackingNo,
      parcelId: parcel.id,
    }),
    refreshes,
    quiet: true,
    onDone: ({ inboundNo }) => {
      notice('success', t(parcelText.made, { no: inboundNo }))
      onClose()
    },
  })
  return (
    <Dialog title={t(parcelText.make)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="customerId"
          label={parcelText.customer}
          isRequired
          options={customerOptions(customers.data?.filter(({ isEnabled }) => isEnabled))}
        />
        <SelectField
          fields={fields}
          name="inboundType"
          label={parcelText.inboundType}
          isRequired
          options={[
            { value: 'return', label: t(receiveText.isReturn) },
            { value: 'by_sku', label: t(receiveText.isNew) },
          ]}
        />
      </FormBody>
    </Dialog>
  )
}

function ClaimForm({ parcel, onClose }: Of) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const scanned = typed.trim()
  const match = useAnswer(findInbound, { scanned }, { enabled: scanned.length > 2 })
  const { fields, ...form } = useForm(claimParcel, {
    initial: claiming,
    toInput: ({ inboundId }) => ({ id: parcel.id, inboundId: inboundId ?? Number.NaN }),
    refreshes,
    quiet: true,
    onDone: ({ inboundNo }) => {
      notice('success', t(parcelText.linked, { no: inboundNo }))
      onClose()
    },
  })
  return (
    <Dialog title={t(parcelText.claim)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="inboundId"
          label={parcelText.inboundNo}
          hint={t(parcelText.claimHint)}
          isRequired
          showSearch={{ onSearch: setTyped, filterOption: false }}
          notFoundContent={t(parcelText.inboundNeeded)}
          options={(scanned.length > 2 ? (match.data ?? []) : []).map(({ id, inboundNo, customerCode }) => ({
            value: id,
            label: `${inboundNo} · ${customerCode}`,
          }))}
        />
      </FormBody>
    </Dialog>
  )
}

function BackForm({ parcel, onClose }: Of) {
  const t = useText()
  return (
    <ReasonForm
      call={sendParcelBack}
      title={t(parcelText.sendBack)}
      submitText={parcelText.sendBack}
      toInput={(reason) => ({ id: parcel.id, reason })}
      refreshes={refreshes}
      onClose={onClose}
    />
  )
}
