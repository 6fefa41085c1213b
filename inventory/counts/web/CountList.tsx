import { useState } from 'react'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { CheckField, FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters, useOpenRow } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { inventoryText } from '../../locations/text.ts'
import { countScanText } from '../../scanning/text.ts'
import { countColumns } from '../../stock/columns.ts'
import { countStates } from '../../stock/states.ts'
import { useChoices } from '../../stock/web/StockFilters.tsx'
import { countQuery, createCount, listCounts } from '../contract.ts'
import { countStatusText, countText } from '../text.ts'
import { CountTag } from './CountTag.tsx'
import '../../stock/web/stock.css'

const CountDrawer = lazyDrawer(() => import('./CountDrawer.tsx'), 'CountDrawer')

/** Stock counts, from the first bin to posting. */
export function CountList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(countQuery)
  const { show } = useOpenRow()
  const [isNew, setNew] = useState(false)
  const mayCount = useFeature('stock') === 'full' && may(createCount.permission)
  useShortcut('new', () => setNew(true), mayCount)
  const table = useTable('stock_counts', countColumns, {
    status: ({ status }) => <CountTag status={status} />,
  })
  const fresh = { label: t(countText.newCount), run: () => setNew(true), isPrimary: true }
  return (
    <ListPage
      title={t(inventoryText.stockTitle)}
      views={views}
      list={useAnswer(listCounts, filters.value)}
      table={table}
      paging={filters}
      actions={mayCount ? [fresh, { label: t(countScanText.title), to: '/stock/count' }] : []}
      mayExport={may('query:stock:export')}
      filters={[
        { kind: 'search', name: 'search', label: t(inventoryText.countNo) },
        {
          kind: 'choice',
          name: 'status',
          label: t(columnText.status),
          options: countStates.states.map((value) => ({ value, label: t(countStatusText[value]) })),
        },
      ]}
      panel={isNew && <NewCount onClose={() => setNew(false)} onMade={show} />}
      empty={{ title: t(inventoryText.noCounts), actions: [mayCount && fresh] }}
      drawer={(open, close) => <CountDrawer id={open} onClose={close} />}
    />
  )
}

type Typed = {
  zoneId: number | undefined
  customerId: number | undefined
  sku: string
  locationCodes: string
  isBlind: boolean
}
const empty: Typed = { zoneId: undefined, customerId: undefined, sku: '', locationCodes: '', isBlind: true }

function NewCount({ onClose, onMade }: { onClose: () => void; onMade: (id: number) => void }) {
  const t = useText()
  const { customers, zones } = useChoices()
  const { fields, ...form } = useForm(createCount, {
    initial: empty,
    toInput: ({ zoneId, customerId, sku, locationCodes, isBlind }) => ({
      zoneId: zoneId ?? null,
      customerId: customerId ?? null,
      sku,
      locationCodes: locationCodes.split(/[\s,，、;；]+/).filter(Boolean),
      isBlind,
    }),
    refreshes: [listCounts],
    onDone: ({ id }) => {
      onClose()
      onMade(id)
    },
  })
  return (
    <Dialog title={t(countText.newCount)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField fields={fields} name="zoneId" label={inventoryText.zone} options={zones} />
        <TextField
          fields={fields}
          name="locationCodes"
          label={countText.locations}
          hint={t(countText.locationsHint)}
        />
        <SelectField fields={fields} name="customerId" label={columnText.customer} options={customers} />
        <TextField fields={fields} name="sku" label={columnText.sku} hint={t(countText.skuHint)} />
        <CheckField fields={fields} name="isBlind" label={countText.isBlind} hint={t(countText.blindHint)} />
      </FormBody>
    </Dialog>
  )
}
