import { carrierText } from '../../carriers/text.ts'
import { AccountList } from '../../carriers/web/AccountList.tsx'
import { useViews } from '../../platform/lists/web/use-views.ts'
import { channelsText } from '../text.ts'
import { ChannelList } from './ChannelList.tsx'

const lists = { channels: ChannelList, accounts: AccountList }

/** The channels, and the accounts with carriers that they use. */
export function ChannelListPage() {
  const { current, views } = useViews([
    { key: 'channels', label: channelsText.channels },
    { key: 'accounts', label: carrierText.accounts },
  ])
  const List = lists[current]
  return <List title={channelsText.channelsTitle} views={views} />
}
