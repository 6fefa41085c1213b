import { Button, Flex, Tabs } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { listText } from '../../platform/lists/lists.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { EnabledTag } from '../../platform/lists/web/Enabled.tsx'
import { countryName } from '../../platform/text/countries.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { DetailDrawer } from '../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { PrintDrawer } from '../../warehouse/print-settings/web/PrintDrawer.ts'
import {
  approveProducts,
  editProduct,
  getProduct,
  listProducts,
  listSkuLabels,
  measureProduct,
  printSkuLabels,
} from '../contract.ts'
import { productAudit } from '../states.ts'
import { productsText } from '../text.ts'
import { Barcodes } from './Barcodes.tsx'
import { Images } from './Images.tsx'
import { nameOf } from './names.ts'
import { EditProduct } from './ProductForm.tsx'
import { MeasureForm, Sizes } from './Sizes.tsx'
import { AuditTag } from './Tags.tsx'

type Product = OutputOf<typeof getProduct>
type Task = 'edit' | 'measure'

/** One product: details, declared and measured sizes, barcodes and pictures. */
export function ProductDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getProduct, { id }, { enabled: id !== undefined, keep: false })
  const [task, setTask] = useState<{ of: string | undefined; what: Task }>()
  const now = task?.of === id ? task?.what : undefined
  const done = () => setTask(undefined)
  return (
    <DetailDrawer
      title={
        match.data
          ? [match.data.sku, nameOf(match.data)].filter(Boolean).join(' · ')
          : t(productsText.productsTitle)
      }
      owner={match.data && `${match.data.customerCode} · ${match.data.customerName}`}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(item) => {
        if (now === 'edit') return <EditProduct of={item} onClose={done} />
        if (now === 'measure') return <MeasureForm of={item} onClose={done} />
        return <Details of={item} onTask={(what) => setTask({ of: id, what })} />
      }}
    </DetailDrawer>
  )
}

function Details({ of, onTask }: { of: Product; onTask: (task: Task) => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('product') === 'full'
  const mayEdit = isOpen && may(editProduct.permission)
  const { run, isPending, panel } = useBulk(approveProducts, {
    refreshes: [listProducts, getProduct],
  })
  const [isPrinting, setPrinting] = useState(false)
  return (
    <Flex vertical gap={12}>
      <Flex gap={8} wrap>
        {mayEdit && <Button onClick={() => onTask('edit')}>{t(webText.edit)}</Button>}
        {isOpen && may(measureProduct.permission) && (
          <Button onClick={() => onTask('measure')}>{t(productsText.measure)}</Button>
        )}
        {mayEdit && productAudit.allows(of.auditStatus, 'approve') && (
          <Button type="primary" loading={isPending} onClick={() => run({ ids: [of.id] })}>
            {t(productsText.approve)}
          </Button>
        )}
        <Button onClick={() => setPrinting(true)}>{t(productsText.printLabels)}</Button>
        <LogButton of="product" object={of.id} />
      </Flex>
      {panel}
      {isPrinting && (
        <PrintDrawer
          kind="sku"
          list={listSkuLabels}
          call={printSkuLabels}
          which={{ ids: [of.id] }}
          hasCopies
          onClose={() => setPrinting(false)}
        />
      )}
      <Tabs
        items={[
          { key: 'facts', label: t(productsText.facts), children: <Facts of={of} /> },
          { key: 'sizes', label: t(productsText.sizes), children: <Sizes of={of} /> },
          {
            key: 'barcodes',
            label: `${t(productsText.barcodes)} ${of.barcodes.length}`,
            children: <Barcodes of={of} mayEdit={mayEdit} />,
          },
          {
            key: 'images',
            label: `${t(productsText.images)} ${of.images.length}`,
            children: <Images of={of} mayEdit={mayEdit} />,
          },
        ]}
      />
    </Flex>
  )
}

function Facts({ of }: { of: Product }) {
  const t = useText()
  const flags = (['isBattery', 'isLiquid', 'isFragile', 'isDangerous'] as const).filter((name) => of[name])
  return (
    <FactList
      facts={[
        [productsText.sku, of.sku],
        [productsText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
        [productsText.auditStatus, <AuditTag key="auditStatus" status={of.auditStatus} />],
        [productsText.customer, `${of.customerCode} · ${of.customerName}`],
        [productsText.nameZh, of.nameZh],
        [productsText.nameEn, of.nameEn],
        [productsText.category, of.category],
        [productsText.brand, of.brand],
        [productsText.flags, flags.map((name) => t(productsText[name])).join(' · ')],
        [
          productsText.expiryManaged,
          of.expiryManaged ? `${t(productsText.shelfLifeDays)}: ${of.shelfLifeDays}` : t(listText.no),
        ],
        [productsText.lotManaged, t(of.lotManaged ? listText.yes : listText.no)],
        [productsText.warnStock, of.warnStock],
        [productsText.warnAgeDays, of.warnAgeDays],
        [productsText.declaredValue, of.declaredValue && `${of.declaredValue} ${of.declaredCurrency}`],
        [productsText.hsCode, of.hsCode],
        [
          productsText.originCountry,
          of.originCountry && `${of.originCountry} ${countryName(of.originCountry, language)}`,
        ],
        [productsText.createdAt, <LocalTime key="createdAt" at={of.createdAt} />],
      ]}
    />
  )
}
