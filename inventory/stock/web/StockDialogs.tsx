import { Flex, Input } from 'antd'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { Field } from '../../../platform/forms/web/Field.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { type Fields, neededNumberIn } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { ReasonForm } from '../../../platform/forms/web/ReasonDialog.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import {
  adjustStock,
  freezeStock,
  moveStock,
  type PlaceStockRow,
  unblockStock,
  unfreezeStock,
} from '../contract.ts'
import { stockText } from '../text.ts'
import { stockReadings as refreshes } from './stock-readings.ts'

type Of = { rows: PlaceStockRow[]; onClose: () => void; onDone: () => void }
type Amounts = Record<number, string>

const freeOf = ({ onHand, allocated, frozen }: PlaceStockRow) => onHand - allocated - frozen
const amountsOf = (rows: PlaceStockRow[], of: (row: PlaceStockRow) => string): Amounts =>
  Object.fromEntries(rows.map((row) => [row.id, of(row)]))
const linesOf = (amounts: Amounts, sign = 1) =>
  Object.entries(amounts).map(([id, typed]) => ({
    stockId: Number(id),
    quantity: sign * neededNumberIn(typed),
  }))

/** How many pieces of each row. */
function Quantities<V extends { lines: Amounts }>({
  fields,
  rows,
  beside,
  onChange,
}: {
  fields: Fields<V>
  rows: PlaceStockRow[]
  beside: (row: PlaceStockRow) => string
  onChange: (next: { lines: Amounts }) => void
}) {
  const t = useText()
  const { lines } = fields.value
  return (
    <Field fields={fields} name="lines" label={stockText.quantity} isRequired>
      {(answer) => (
        <Flex vertical gap={8}>
          {rows.map((row, place) => (
            <div key={row.id} className="row-amount">
              <span>
                {row.locationCode} · {row.sku}
              </span>
              <Input
                {...(place === 0 && { id: fields.idOf('lines') })}
                {...answer}
                aria-label={`${t(stockText.quantity)} ${row.locationCode} ${row.sku}`}
                inputMode="numeric"
                autoComplete="off"
                value={lines[row.id] ?? ''}
                onChange={({ target }) => onChange({ lines: { ...lines, [row.id]: target.value } })}
              />
              <span className="hint">{beside(row)}</span>
            </div>
          ))}
        </Flex>
      )}
    </Field>
  )
}

function useBooked(onDone: () => void) {
  const t = useText()
  return ({ documentNo }: { documentNo: string }) => {
    notice('success', t(stockText.booked, { no: documentNo }))
    onDone()
  }
}

export function MoveDialog({ rows, onClose, onDone }: Of) {
  const t = useText()
  const { fields, ...form } = useForm(moveStock, {
    initial: { toLocationCode: '', lines: amountsOf(rows, (row) => String(freeOf(row))), reason: '' },
    toInput: ({ lines, ...typed }) => ({ ...typed, lines: linesOf(lines) }),
    refreshes,
    quiet: true,
    onDone: useBooked(onDone),
  })
  return (
    <Dialog title={t(stockText.move)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose} submitText={stockText.move}>
        <TextField
          fields={fields}
          name="toLocationCode"
          label={stockText.toLocation}
          hint={t(stockText.toLocationHint)}
          isRequired
          autoFocus
        />
        <Quantities
          fields={fields}
          onChange={fields.change}
          rows={rows}
          beside={(row) => t(stockText.ofPieces, { count: freeOf(row) })}
        />
        <TextField fields={fields} name="reason" label={stockText.reason} hint={t(stockText.moveHint)} />
      </FormBody>
    </Dialog>
  )
}

export function AdjustDialog({ rows, onClose, onDone }: Of) {
  const t = useText()
  const { fields, ...form } = useForm(adjustStock, {
    initial: { direction: 'down', lines: amountsOf(rows, () => ''), reason: '' },
    toInput: ({ direction, lines, reason }) => ({
      reason,
      lines: linesOf(lines, direction === 'up' ? 1 : -1),
    }),
    refreshes,
    quiet: true,
    onDone: useBooked(onDone),
  })
  return (
    <Dialog title={t(stockText.adjust)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose} submitText={stockText.adjust}>
        <SelectField
          fields={fields}
          name="direction"
          label={stockText.direction}
          isRequired
          options={[
            { value: 'down', label: t(stockText.down) },
            { value: 'up', label: t(stockText.up) },
          ]}
        />
        <Quantities
          fields={fields}
          onChange={fields.change}
          rows={rows}
          beside={(row) => t(stockText.inHand, { count: row.onHand })}
        />
        <TextField fields={fields} name="reason" label={stockText.reason} isRequired />
      </FormBody>
    </Dialog>
  )
}

export function FreezeDialog({ kind, rows, onClose, onDone }: Of & { kind: 'freeze' | 'unfreeze' }) {
  const t = useText()
  const limitOf = kind === 'freeze' ? freeOf : (row: PlaceStockRow) => row.frozen
  const { fields, ...form } = useForm(kind === 'freeze' ? freezeStock : unfreezeStock, {
    initial: { lines: amountsOf(rows, (row) => String(limitOf(row))), reason: '' },
    toInput: ({ lines, reason }) => ({ reason, lines: linesOf(lines) }),
    refreshes,
    quiet: true,
    onDone: useBooked(onDone),
  })
  return (
    <Dialog title={t(stockText[kind])} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose} submitText={stockText[kind]}>
        <Quantities
          fields={fields}
          onChange={fields.change}
          rows={rows}
          beside={(row) =>
            t(kind === 'freeze' ? stockText.ofPieces : stockText.frozenPieces, { count: limitOf(row) })
          }
        />
        <TextField fields={fields} name="reason" label={stockText.reason} isRequired />
      </FormBody>
    </Dialog>
  )
}

export function UnblockDialog({ rows, onClose, onDone }: Of) {
  const t = useText()
  return (
    <ReasonForm
      call={unblockStock}
      title={t(stockText.unblock)}
      warning={stockText.unblockHint}
      of={rows.map(({ locationCode, sku }) => `${locationCode} · ${sku}`).join(', ')}
      submitText={stockText.unblock}
      toInput={(reason) => ({ reason, ids: rows.map(({ id }) => id) })}
      refreshes={refreshes}
      onDone={onDone}
      onClose={onClose}
    />
  )
}
