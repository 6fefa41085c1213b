import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { inventoryText } from '../../locations/text.ts'
import { stockText } from '../text.ts'
import { PromiseList } from './PromiseList.tsx'

type Row = { id: number; sku: string; customerCode: string; allocated: number; locationCode?: string }

/** Allocated pieces link to their documents. */
export const promised = (row: Row) =>
  row.allocated === 0 ? <span className="figures">0</span> : <Promised row={row} />

function Promised({ row }: { row: Row }) {
  const t = useText()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button
        type="link"
        size="small"
        aria-label={`${t(stockText.promised)}: ${row.allocated}`}
        onClick={() => setOpen(true)}
      >
        {row.allocated}
      </Button>
      <DetailDrawer
        title={`${t(stockText.promised)} · ${[row.locationCode, row.sku].filter(Boolean).join(' · ')}`}
        owner={row.customerCode}
        totals={[[inventoryText.allocated, row.allocated]]}
        isOpen={isOpen}
        onClose={() => setOpen(false)}
      >
        {isOpen && <PromiseList of={row.locationCode ? { stockId: row.id } : { productId: row.id }} />}
      </DetailDrawer>
    </>
  )
}
