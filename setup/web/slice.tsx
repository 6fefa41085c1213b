import { RocketOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'

const SetUpPage = lazyPage(() => import('./SetUpPage.tsx'), 'SetUpPage')

export const setUpScreens: WebSlice = {
  screens: { '/setup': { Icon: RocketOutlined, page: <SetUpPage /> } },
}
