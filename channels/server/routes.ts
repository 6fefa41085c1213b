import type { Server } from '../../platform/calls/server/serve.ts'
import {
  channel,
  channelChoices,
  copyChannels,
  createChannel,
  editChannel,
  listChannels,
  switchChannels,
} from '../contract.ts'
import { addPool, listPools, switchPool } from '../numbers/contract.ts'
import * as numbers from '../numbers/server/numbers.ts'
import * as channels from './channels.ts'
import { copy, switchOn } from './switch-channels.ts'

export function channelRoutes({ answer }: Server) {
  answer(listChannels, channels.channelPage)
  answer(channelChoices, channels.choices)
  answer(channel, channels.oneChannel)
  answer(createChannel, channels.create)
  answer(editChannel, channels.edit)
  answer(switchChannels, switchOn)
  answer(copyChannels, copy)
  answer(listPools, numbers.pools)
  answer(addPool, numbers.add)
  answer(switchPool, numbers.switchOpen)
}
