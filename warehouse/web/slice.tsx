import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'

const WarehouseCard = lazyPage(() => import('./WarehouseCard.tsx'), 'WarehouseCard')

export const warehouseScreens: WebSlice = {
  homeCards: [
    { name: 'warehouse', title: { zh_CN: '仓库', en_US: 'Warehouse' }, rank: 60, Inside: WarehouseCard },
  ],
}
