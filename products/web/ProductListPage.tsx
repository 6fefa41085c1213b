import { Button, Select } from 'antd'
import { useState } from 'react'
import type { SentTo } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { inUnits } from '../../platform/lists/columns.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../platform/lists/web/codes.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import {
  EnabledFilter,
  EnabledTag,
  SwitchButtons,
  useEnabledChip,
} from '../../platform/lists/web/Enabled.tsx'
import { useFilters, useOpenRow } from '../../platform/lists/web/filters.ts'
import { ListMenu } from '../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { SearchBox } from '../../platform/lists/web/SearchBox.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import { labelText } from '../../platform/printing/labels.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
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

/** The products of all customers, found by SKU, barcode, name or the first letters of its sounds, many at once. */
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
  const switching = useBulk(switchProducts, { refreshes: readings, picks })
  const isPending = approving.isPending || switching.isPending
  const { table, columns, views } = useTable('products', inUnits(productColumns, useUnits()), {
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
  const mayCreate = may(createProduct.permission)
  const mayChange = may(switchProducts.permission)
  const { page: _, size: __, sort: ___, order: ____, ...input } = filters.value
  const total = list.data?.total ?? 0
  useShortcut('new', () => setOpen('new'), mayCreate)
  useShortcut('print', () => setToPrint(picks.all ? { filters: input } : { ids: picks.ids }), picks.count > 0)
  const enabledChip = useEnabledChip()
  const customerText = (id: number) =>
    customers.data?.find((item) => item.id === id)?.customerCode ?? String(id)
  const pasted = useCodes(filters, list.data)
  const waysIn = mayCreate && (
    <>
      <Button type="primary" onClick={() => setOpen('new')}>
        {t(productsText.newProduct)}
      </Button>
      <Button onClick={() => setOpen('import')}>{t(productsText.import)}</Button>
    </>
  )

  return (
    <ListPage
      title={t(productsText.productsTitle)}
      list={list}
      paging={filters}
      views={views}
      actions={waysIn}
      more={
        <>
          <LogButton of="product" />
          <Button disabled={total === 0} onClick={() => setToPrint({ filters: input })}>
            {t(labelText.printAll)}
          </Button>
          <ListMenu table={table} filters={filters.value} />
        </>
      }
      filters={
        <>
          <SearchBox
            label={t(productsText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
            onCodes={pasted.take}
          />
          <Select
            className="filter"
            aria-label={t(productsText.customer)}
            placeholder={t(productsText.customer)}
            value={filters.value.customerId}
            onChange={(customerId) => filters.change({ customerId })}
            options={(customers.data ?? []).map(({ id, customerCode, customerName }) => ({
              value: id,
              label: `${customerCode} · ${customerName}`,
            }))}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
          />
          <Select
            className="filter"
            aria-label={t(productsText.sizes)}
            placeholder={t(productsText.sizes)}
            value={filters.value.lacksSize ? 'lacks' : filters.value.measuredDiffers ? 'differs' : undefined}
            onChange={(odd: 'lacks' | 'differs' | undefined) =>
              filters.change({
                lacksSize: odd === 'lacks' ? '1' : undefined,
                measuredDiffers: odd === 'differs' ? '1' : undefined,
              })
            }
            options={[
              { value: 'lacks', label: t(productsText.lacksSize) },
              { value: 'differs', label: t(productsText.differs) },
            ]}
            allowClear
          />
          {may('query:stock:view') && (
            <Select
              className="filter"
              aria-label={t(productsText.onHand)}
              placeholder={t(productsText.onHand)}
              value={filters.value.hasStock}
              onChange={(hasStock) => filters.change({ hasStock })}
              options={[
                { value: '1' as const, label: t(productsText.hasStock) },
                { value: '0' as const, label: t(productsText.hasNoStock) },
              ]}
              allowClear
            />
          )}
          <EnabledFilter filters={filters} />
          <Select
            className="filter"
            aria-label={t(productsText.auditStatus)}
            placeholder={t(productsText.auditStatus)}
            value={filters.value.auditStatus}
            onChange={(auditStatus) => filters.change({ auditStatus })}
            options={productAudit.states.map((value) => ({ value, label: t(productAuditText[value]) }))}
            allowClear
          />
        </>
      }
      chips={{
        search: (search) => search,
        codes: pasted.chip,
        customerId: (id) => `${t(productsText.customer)}: ${customerText(id)}`,
        isEnabled: enabledChip,
        auditStatus: (status) => `${t(productsText.auditStatus)}: ${t(productAuditText[status])}`,
        lacksSize: () => t(productsText.lacksSize),
        measuredDiffers: () => t(productsText.differs),
        hasStock: (has) => t(has === '1' ? productsText.hasStock : productsText.hasNoStock),
      }}
      picks={picks}
      bulk={
        <>
          <Button onClick={() => setToPrint(picks.all ? { filters: input } : { ids: picks.ids })}>
            {t(productsText.printLabels)}
          </Button>
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
      columns={columns}
      density={table.density}
      empty={{
        title: t(productsText.noProducts),
        why: t(productsText.why),
        action: waysIn,
      }}
      drawer={(open, closeRow) => <ProductDrawer id={open} onClose={closeRow} />}
    />
  )
}
