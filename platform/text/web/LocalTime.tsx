import { Tooltip } from 'antd'
import { createContext, useContext } from 'react'
import { zone } from '../../ui/web/session.ts'
import { useText } from './language.tsx'
import { momentIn } from './local-time.ts'
import { webText } from './text.ts'

/** The warehouse's time zone. Provided by the shell. */
export const WarehouseZone = createContext('Asia/Shanghai')

/** A timestamp in the user's own time zone; hovering shows the warehouse's time. */
export function LocalTime({
  at,
  withSeconds = false,
}: {
  at: string | null | undefined
  withSeconds?: boolean
}) {
  const t = useText()
  const warehouseZone = useContext(WarehouseZone)
  if (!at) return null

  const there = t(webText.warehouseTime, {
    time: `${momentIn(at, warehouseZone, withSeconds)} ${warehouseZone}`,
  })
  return (
    <Tooltip title={there}>
      <time dateTime={at} className="figures">
        {momentIn(at, zone() ?? warehouseZone, withSeconds)}
      </time>
    </Tooltip>
  )
}
