import { useEffect } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { channelChoices, getChannel, listChannels } from '../../contract.ts'
import { createZoneSchema, editZoneSchema, listZoneSchemas, readRows, zoneSchema } from '../contract.ts'
import { emptyRow, isEmptyRow, placesOfRow, type TypedRow } from '../paste.ts'
import { zoneText } from '../text.ts'
import { problemText, ZoneRowsField } from './ZoneRowsField.tsx'
import { ZoneTry } from './ZoneTry.tsx'
import '../../web/channels.css'

/** The queries that a zone change invalidates: channels show them too. */
export const zoneReadings = [listZoneSchemas, zoneSchema, listChannels, getChannel, channelChoices]

const nothing = {
  schemaName: '',
  carrier: '',
  originZip: '',
  rows: [emptyRow, emptyRow, emptyRow],
}
type Typed = typeof nothing

/** Rows by their numbers in the form, without empty ones. */
const filledIn = (rows: TypedRow[]) =>
  rows.map((row, place) => ({ rowNo: place + 1, row })).filter(({ row }) => !isEmptyRow(row))

const sent = ({ rows, ...facts }: Typed) => ({ ...facts, rows: filledIn(rows).map(({ row }) => row) })

/** The server numbers the rows sent; the form also counts empty ones. */
function wrongRows({ rows }: Typed) {
  const [first] = readRows(filledIn(rows)).problems
  return first ? { rows: problemText(first) } : {}
}

export function NewZoneSchema({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(createZoneSchema, {
    draft: 'new-zone-schema',
    initial: { schemaCode: '', ...nothing },
    toInput: ({ schemaCode, ...typed }) => ({ schemaCode, ...sent(typed) }),
    also: wrongRows,
    refreshes: zoneReadings,
    onDone: onClose,
  })
  const { box } = fields
  // The drawer takes the focus when it opens; a user who opened it by keyboard wants to type at once.
  useEffect(() => {
    const soon = setTimeout(() => box.current?.querySelector('input')?.focus())
    return () => clearTimeout(soon)
  }, [box])
  return (
    <DetailDrawer title={t(zoneText.fresh)} isOpen onClose={onClose} isForm>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <div className="form-grid">
          <TextField
            fields={fields}
            name="schemaCode"
            label={zoneText.schemaCode}
            hint={t(zoneText.codeHint)}
            isRequired
          />
          <HeadFields fields={fields} />
        </div>
        <RowsAndTry fields={fields} />
      </FormBody>
    </DetailDrawer>
  )
}

export const useEditZoneSchema = (of: OutputOf<typeof zoneSchema>, onClose: () => void) =>
  useForm(editZoneSchema, {
    draft: `zone-schema-${of.id}`,
    initial: {
      schemaName: of.schemaName,
      carrier: of.carrier ?? '',
      originZip: of.originZip ?? '',
      rows: of.rows.map(
        ({ rowNo: _, stateCode, city, zipFrom, zipTo, ...row }): TypedRow => ({
          ...row,
          stateCode: stateCode ?? '',
          city: city ?? '',
          zipFrom: zipFrom ?? '',
          zipTo: zipTo ?? '',
        }),
      ),
    },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    rowKeys: { rows: placesOfRow },
    also: wrongRows,
    refreshes: zoneReadings,
    onDone: onClose,
  })

export function EditZoneSchema({ of, onClose }: { of: OutputOf<typeof zoneSchema>; onClose: () => void }) {
  const { fields, ...form } = useEditZoneSchema(of, onClose)
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <div className="form-grid">
        <HeadFields fields={fields} />
      </div>
      <RowsAndTry fields={fields} />
    </FormBody>
  )
}

function HeadFields<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  return (
    <>
      <TextField fields={fields} name="schemaName" label={zoneText.schemaName} isRequired />
      <TextField fields={fields} name="carrier" label={zoneText.carrier} />
      <TextField fields={fields} name="originZip" label={zoneText.originZip} hint={t(zoneText.originHint)} />
    </>
  )
}

/** The rows, and below them an address test before they are saved. */
function RowsAndTry<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const { good, problems } = readRows(filledIn(fields.value.rows))
  return (
    <>
      <ZoneRowsField fields={fields} problems={problems} />
      <ZoneTry rows={good} />
    </>
  )
}
