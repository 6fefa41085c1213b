import { UserOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { friendsText } from '../friends-text.ts'

const StaffPage = lazyPage(() => import('./StaffPage.tsx'), 'StaffPage')
const FriendsCard = lazyPage(() => import('./FriendsCard.tsx'), 'FriendsCard')

export const staffScreens: WebSlice = {
  screens: { '/setting/account': { Icon: UserOutlined, page: <StaffPage /> } },
  homeCards: [
    {
      name: 'friends',
      title: friendsText.title,
      rank: 40,
      permission: 'setting:invite:view',
      Inside: FriendsCard,
    },
  ],
}
