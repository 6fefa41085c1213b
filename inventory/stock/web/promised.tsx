import { Button } from 'antd'
import { useState } from 'react'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { stockText } from '../text.ts'
import { PromiseList } from './PromiseList.tsx'

/** Allocated pieces link to their documents. */
export const promised = (row: { id: number; allocated: number; locationCode?: string }) =>
  row.allocated === 0 ? <span className="figures">0</span> : <Promised row={row} />

function Promised({ row }: { row: { id: number; allocated: number; locationCode?: string } }) {
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
      <DetailDrawer title={t(stockText.promised)} isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && <PromiseList of={row.locationCode ? { stockId: row.id } : { productId: row.id }} />}
      </DetailDrawer>
    </>
  )
}
