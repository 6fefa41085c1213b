import { useAnswer } from '../../../platform/calls/web/call.ts'
import { EditDrawer } from '../../../platform/forms/web/EditDrawer.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { EnabledTag } from '../../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { MasterList } from '../../../platform/lists/web/MasterList.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { LogButton, useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import type { BillOrderType } from '../../pricing/price-types.ts'
import { feeTypeColumns } from '../columns.ts'
import {
  createFeeType,
  editFeeType,
  type FeeTypeRow,
  feeTypeChoices,
  feeTypeQuery,
  getFeeType,
  listFeeTypes,
  switchFeeTypes,
} from '../contract.ts'
import { feeTypeText } from '../text.ts'

const readings = [listFeeTypes, getFeeType, feeTypeChoices]

/** The names of fees. */
export function FeeTypeList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const filters = useFilters(feeTypeQuery)
  const list = useAnswer(listFeeTypes, filters.value)
  const documents = useDictionary('bill_order_type')
  return (
    <MasterList
      title={title}
      views={views}
      filters={filters}
      list={list}
      name="fee_types"
      columns={feeTypeColumns}
      words={feeTypeText}
      createCall={createFeeType}
      switchCall={switchFeeTypes}
      readings={readings}
      also={[
        { kind: 'choice', name: 'orderType', label: t(feeTypeText.orderType), options: documents.options },
      ]}
      form={(close) => <NewFeeType onClose={close} />}
      drawer={(open, close) => <FeeTypeDrawer id={open} onClose={close} />}
      more={[useLogAction('fee_type')]}
    />
  )
}

function NewFeeType({ onClose }: { onClose: () => void }) {
  const t = useText()
  const documents = useDictionary('bill_order_type')
  const { fields, ...form } = useForm(createFeeType, {
    draft: 'new-fee-type',
    initial: { feeCode: '', nameZh: '', nameEn: '', orderType: 'value_added' as BillOrderType },
    toInput: (typed) => typed,
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <DetailDrawer title={t(feeTypeText.fresh)} isOpen onClose={onClose} isForm>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <div className="form-grid">
          <TextField fields={fields} name="feeCode" label={feeTypeText.feeCode} isRequired />
          <SelectField
            fields={fields}
            name="orderType"
            label={feeTypeText.orderType}
            isRequired
            options={documents.options}
          />
          <TextField fields={fields} name="nameZh" label={feeTypeText.nameZh} isRequired />
          <TextField fields={fields} name="nameEn" label={feeTypeText.nameEn} isRequired />
        </div>
      </FormBody>
    </DetailDrawer>
  )
}

function FeeTypeDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const documents = useDictionary('bill_order_type')
  const business = useDictionary('account_log_biz_type')
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={getFeeType}
      editCall={editFeeType}
      title={(item) => (item ? item.feeCode : t(feeTypeText.feeType))}
      log={(item) => <LogButton of="fee_type" object={item.id} />}
      facts={(item) => (
        <FactList
          facts={[
            [feeTypeText.feeCode, item.feeCode],
            [columnText.status, <EnabledTag key="status" isEnabled={item.isEnabled} />],
            [feeTypeText.nameZh, item.nameZh],
            [feeTypeText.nameEn, item.nameEn],
            [feeTypeText.orderType, documents.textOf(item.orderType)],
            [feeTypeText.bizType, business.textOf(item.bizType)],
          ]}
        />
      )}
      form={(item, close) => <EditFeeType of={item} onClose={close} />}
    />
  )
}

function EditFeeType({ of, onClose }: { of: FeeTypeRow; onClose: () => void }) {
  const { fields, ...form } = useForm(editFeeType, {
    draft: `fee-type-${of.id}`,
    initial: { nameZh: of.nameZh, nameEn: of.nameEn },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...typed }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <TextField fields={fields} name="nameZh" label={feeTypeText.nameZh} isRequired />
      <TextField fields={fields} name="nameEn" label={feeTypeText.nameEn} isRequired />
    </FormBody>
  )
}
