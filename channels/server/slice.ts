import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { channelColumns } from '../columns.ts'
import * as channelsCalls from '../contract.ts'
import { copyChannels } from '../contract.ts'
import { numbersFromSheet } from '../numbers/server/import-numbers.ts'
import { numberText } from '../numbers/text.ts'
import { stateColumns } from '../provinces/columns.ts'
import * as provincesCalls from '../provinces/contract.ts'
import { statesFromSheet } from '../provinces/server/import-provinces.ts'
import { listStates, stateRoutes, switchStates as switchStatesOn } from '../provinces/server/provinces.ts'
import { stateText } from '../provinces/text.ts'
import { channelsText } from '../text.ts'
import { zoneSchemaColumns } from '../zones/columns.ts'
import * as zonesCalls from '../zones/contract.ts'
import { zonesFromSheet } from '../zones/server/import-price-zones.ts'
import {
  listZoneSchemas,
  switchZoneSchemas as switchSchemasOn,
  zoneRoutes,
} from '../zones/server/price-zones.ts'
import { zoneText } from '../zones/text.ts'
import { listChannels } from './channels.ts'
import { channelRoutes } from './routes.ts'
import { copy, switchChannels } from './switch-channels.ts'

export const channelsSlice: ServerSlice = {
  routes: (server) => {
    channelRoutes(server)
    stateRoutes(server)
    zoneRoutes(server)
  },
  lists: {
    channels: listSource({
      call: channelsCalls.listChannels,
      columns: channelColumns,
      rows: listChannels,
      acts: [bulkAct(channelsCalls.switchChannels, switchChannels), bulkAct(copyChannels, copy)],
    }),
    zone_schemas: listSource({
      call: zonesCalls.listZoneSchemas,
      columns: zoneSchemaColumns,
      rows: listZoneSchemas,
      acts: [bulkAct(zonesCalls.switchZoneSchemas, switchSchemasOn)],
    }),
    states: listSource({
      call: provincesCalls.listStates,
      columns: stateColumns,
      rows: listStates,
      acts: [bulkAct(provincesCalls.switchStates, switchStatesOn)],
    }),
  },
  imports: { channel_numbers: numbersFromSheet, zone_rows: zonesFromSheet, states: statesFromSheet },
  constraints: {
    channel_code_taken: { text: channelsText.codeTaken, path: 'channelCode' },
    channel_code_kept: { text: channelsText.codeKept },
    channel_has_numbers: { text: channelsText.hasNumbers, path: 'labelSource' },
    zone_schema_code_taken: { text: zoneText.codeTaken, path: 'schemaCode' },
    zone_schema_code_kept: { text: zoneText.codeKept },
    range_taken: { text: numberText.rangeTaken, path: 'firstNo' },
    number_taken: { text: numberText.numberTaken },
    pool_kept: { text: numberText.poolKept },
    state_code_taken: { text: stateText.codeTaken, path: 'stateCode' },
    state_code_kept: { text: stateText.codeKept },
  },
}
