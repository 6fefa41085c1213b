import { Button } from 'antd'
import { useState } from 'react'
import type { SentTo } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { inUnits } from '../../platform/lists/columns.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../platform/lists/web/codes.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import { EnabledTag, enabledFilter, SwitchButtons } from '../../platform/lists/web/Enabled.tsx'
import { filtersOf, useFilters, useOpenRow } from '../../platform/lists/web/filters.ts'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import { labelText } from '../../platform/printing/labels.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { useLogAction } from '../../staff/audit/web/LogButton.tsx'
import { disableAnyway } from '../../warehouse/open-orders.ts'
import { PrintDrawer } from '../../warehouse/print-settings/web/PrintDrawer.ts'
import { useUnits } from '../../warehouse/web/unit.ts'
import { productColumns } from '../columns.ts'
import {
  approveProducts,
  createProduct,
  getProduct,
  listProducts,
  listSkuLabels,
  printSkuLabels,
  productCustomers,
  productQuery,
  switchProducts,
} from '../contract.ts'
import { productImport } from '../import-form.ts'
import { trimmed } from '../measures.ts'
import { productAudit, productAuditText } from '../states.ts'
import { productsText } from '../text.ts'
import { Picture } from './Picture.tsx'
import { AuditTag, SizeTags } from './Tags.tsx'

const NewProduct = lazyDialog(() => import('./ProductForm.tsx'), 'NewProduct')
const ProductDrawer = lazyDrawer(() => import('./ProductDrawer.tsx'), 'ProductDrawer')

type ToPrint = SentTo<typeof listSkuLabels>

const readings = [listProducts, getProduct]
const MAX_BARCODES = 2

/** The products of all customers, by SKU, barcode, name or pinyin initials, many at once. */
export function ProductListPage() {
  const t = useText()
  const may = useMay()
  const filters = useFilters(productQuery)
  const { show } = useOpenRow()
  const list = useAnswer(listProducts, filters.value)
  const customers = useAnswer(productCustomers, {})
  const picks = usePicks('products', filters.value)
  const [isOpen, setOpen] = useState<'new' | 'import'>()
  const [toPrint, setToPrint] = useState<ToPrint>()
  const close = () => setOpen(undefined)
  const approving = useBulk(approveProducts, { refreshes: readings, picks })
  const switching = useBulk(switchProducts, { refreshes: readings, picks, anyway: disableAnyway })
  const isPending = approving.isPending || switching.isPending
  const table = useTable('products', inUnits(productColumns, useUnits()), {
    imageUrl: ({ imageUrl, sku }) => (
      <Picture url={imageUrl} reading={listProducts} alt={t(productsText.imageOf, { sku, place: 1 })} />
    ),
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
    auditStatus: ({ auditStatus }) => <AuditTag status={auditStatus} />,
    barcodes: ({ barcodes }) => (
      <span title={barcodes.join('\n')}>
        {barcodes.slice(0, MAX_BARCODES).join(', ')}
        {barcodes.length > MAX_BARCODES && ` +${barcodes.length - MAX_BARCODES}`}
      </span>
    ),
    declaredWeight: ({ declaredWeight }) => declaredWeight && trimmed(declaredWeight),
    measuredWeight: ({ measuredWeight }) => measuredWeight && trimmed(measuredWeight),
    measuredDiffers: (row) => <SizeTags measuredDiffers={row.measuredDiffers} lacksSize={row.lacksSize} />,
  })
  const mayCreate = useFeature(createProduct.feature) === 'full' && may(createProduct.permission)
  const mayChange = may(switchProducts.permission)
  const input = filtersOf(filters.value)
  const total = list.data?.total ?? 0
  useShortcut('new', () => setOpen('new'), mayCreate)
  const print = () =>
    picks.all ? setToPrint({ filters: input }) : picks.inOneCall((ids) => setToPrint({ ids }))
  useShortcut('print', print, picks.count > 0)
  const pasted = useCodes(filters, list.data)
  const waysIn = mayCreate
    ? [
        { label: t(productsText.newProduct), run: () => setOpen('new'), isPrimary: true },
        { label: t(productsText.import), run: () => setOpen('import') },
      ]
    : []

  return (
    <ListPage
      title={t(productsText.productsTitle)}
      list={list}
      table={table}
      paging={filters}
      actions={[
        ...waysIn,
        useLogAction('product'),
        {
          label: t(labelText.printAll),
          run: () => setToPrint({ filters: input }),
          isDisabled: total === 0,
          isReading: true,
        },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: t(productsText.search), codes: pasted },
        {
          kind: 'choice',
          name: 'customerId',
          label: t(productsText.customer),
          options: (customers.data ?? []).map(({ id, customerCode, customerName }) => ({
            value: id,
            label: `${customerCode} · ${customerName}`,
          })),
          isSearched: true,
        },
        {
          kind: 'one_of',
          label: t(productsText.sizes),
          options: [
            { name: 'lacksSize', label: t(productsText.lacksSize) },
            { name: 'measuredDiffers', label: t(productsText.differs) },
          ],
        },
        may('query:stock:view') && {
          kind: 'choice',
          name: 'hasStock',
          label: t(productsText.onHand),
          options: [
            { value: '1', label: t(productsText.hasStock) },
            { value: '0', label: t(productsText.hasNoStock) },
          ],
        },
        enabledFilter(t),
        {
          kind: 'choice',
          name: 'auditStatus',
          label: t(productsText.auditStatus),
          options: productAudit.states.map((value) => ({ value, label: t(productAuditText[value]) })),
        },
      ]}
      picks={picks}
      bulk={
        <>
          <Button onClick={print}>{t(productsText.printLabels)}</Button>
          {mayChange && (
            <>
              <Button type="primary" loading={isPending} onClick={() => approving.run({ ids: picks.ids })}>
                {t(productsText.approve)}
              </Button>
              <SwitchButtons
                picks={picks}
                bulk={switching}
                ask={t(productsText.disableAsk, { count: picks.count })}
                warning={t(productsText.disableWarning)}
              />
            </>
          )}
        </>
      }
      panel={
        <>
          {approving.panel}
          {switching.panel}
          {pasted.panel}
          {isOpen === 'new' && (
            <NewProduct
              onClose={close}
              onMade={(id) => {
                close()
                show(id)
              }}
            />
          )}
          {isOpen === 'import' && <ImportDialog form={productImport} refreshes={readings} onClose={close} />}
          {toPrint && (
            <PrintDrawer
              kind="sku"
              list={listSkuLabels}
              call={printSkuLabels}
              which={toPrint}
              hasCopies
              onClose={() => setToPrint(undefined)}
            />
          )}
        </>
      }
      empty={{ title: t(productsText.noProducts), why: t(productsText.why), actions: waysIn }}
      drawer={(open, closeRow) => <ProductDrawer id={open} onClose={closeRow} />}
    />
  )
}
