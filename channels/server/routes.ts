import type { Server } from '../../platform/calls/server/serve.ts'
import * as channelsCalls from '../contract.ts'
import {
  channelChoices,
  copyChannels,
  createChannel,
  editChannel,
  getChannel,
  listChannels,
} from '../contract.ts'
import { addPool, listPools, switchPool } from '../numbers/contract.ts'
import * as numbers from '../numbers/server/numbers.ts'
import * as channels from './channels.ts'
import { copy, switchChannels } from './switch-channels.ts'

export function channelRoutes({ answer }: Server) {
  answer(listChannels, channels.listChannels)
  answer(channelChoices, channels.channelChoices)
  answer(getChannel, channels.getChannel)
  answer(createChannel, channels.createChannel)
  answer(editChannel, channels.editChannel)
  answer(channelsCalls.switchChannels, switchChannels)
  answer(copyChannels, copy)
  answer(listPools, numbers.listPools)
  answer(addPool, numbers.addPool)
  answer(switchPool, numbers.switchPool)
}
