import type { Server } from '../../platform/calls/server/serve.ts'
import * as calls from '../contract.ts'
import { addPool, listPools, switchPool } from '../numbers/contract.ts'
import * as numbers from '../numbers/server/numbers.ts'
import * as channels from './channels.ts'
import { copy, switchChannels } from './switch-channels.ts'

export function channelRoutes({ answer }: Server) {
  answer(calls.listChannels, channels.listChannels)
  answer(calls.channelChoices, channels.channelChoices)
  answer(calls.getChannel, channels.getChannel)
  answer(calls.createChannel, channels.createChannel)
  answer(calls.editChannel, channels.editChannel)
  answer(calls.switchChannels, switchChannels)
  answer(calls.copyChannels, copy)
  answer(listPools, numbers.listPools)
  answer(addPool, numbers.addPool)
  answer(switchPool, numbers.switchPool)
}
