import { TagsOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'

const ProductListPage = lazyPage(() => import('./ProductListPage.tsx'), 'ProductListPage')

export const productsScreens: WebSlice = {
  screens: { '/query/productArchives': { Icon: TagsOutlined, page: <ProductListPage /> } },
  scanTargets: [
    {
      permission: 'query:product:view',
      load: () => import('./scan-place.ts').then(({ placeOfProduct }) => placeOfProduct),
    },
  ],
}
