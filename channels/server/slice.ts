import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { channelColumns } from '../columns.ts'
import { copyChannels, listChannels, switchChannels } from '../contract.ts'
import { numbersFromSheet } from '../numbers/server/import-numbers.ts'
import { numberText } from '../numbers/text.ts'
import { stateColumns } from '../provinces/columns.ts'
import { listStates, switchStates } from '../provinces/contract.ts'
import { statesFromSheet } from '../provinces/server/import-provinces.ts'
import { statePage, stateRoutes, switchOn as switchStatesOn } from '../provinces/server/provinces.ts'
import { stateText } from '../provinces/text.ts'
import { channelsText } from '../text.ts'
import { zoneSchemaColumns } from '../zones/columns.ts'
import { listZoneSchemas, switchZoneSchemas } from '../zones/contract.ts'
import { zonesFromSheet } from '../zones/server/import-price-zones.ts'
import { switchOn as switchSchemasOn, zoneRoutes, zoneSchemaPage } from '../zones/server/price-zones.ts'
import { zoneText } from '../zones/text.ts'
import { channelPage } from './channels.ts'
import { channelRoutes } from './routes.ts'
import { copy, switchOn } from './switch-channels.ts'

export const channelsSlice: ServerSlice = {
  routes: (server) => {
    channelRoutes(server)
    stateRoutes(server)
    zoneRoutes(server)
  },
  lists: {
    channels: listSource({
      call: listChannels,
      columns: channelColumns,
      rows: channelPage,
      acts: [bulkAct(switchChannels, switchOn), bulkAct(copyChannels, copy)],
    }),
    zone_schemas: listSource({
      call: listZoneSchemas,
      columns: zoneSchemaColumns,
      rows: zoneSchemaPage,
      acts: [bulkAct(switchZoneSchemas, switchSchemasOn)],
    }),
    states: listSource({
      call: listStates,
      columns: stateColumns,
      rows: statePage,
      acts: [bulkAct(switchStates, switchStatesOn)],
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
