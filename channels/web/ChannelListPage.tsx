import { carrierText } from '../../carriers/text.ts'
import { useViews } from '../../platform/lists/web/use-views.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { channelsText } from '../text.ts'
import { ChannelList } from './ChannelList.tsx'

const AccountList = lazyPage(() => import('../../carriers/web/AccountList.tsx'), 'AccountList')
const lists = { channels: ChannelList, accounts: AccountList }

/** The channels, and their carrier accounts. */
export function ChannelListPage() {
  const { current, views } = useViews([
    { key: 'channels', label: channelsText.channels },
    { key: 'accounts', label: carrierText.accounts },
  ])
  const List = lists[current]
  return <List title={channelsText.channelsTitle} views={views} />
}
