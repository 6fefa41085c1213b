import type { OutputOf } from '../../platform/calls/call.ts'
import type { Server } from '../../platform/calls/server/serve.ts'
import type { Files } from '../../platform/files/server/files.ts'
import * as calls from '../contract.ts'
import { commandSheet, printSettings, savePrintSettings, testPage } from '../print-settings/contract.ts'
import { drawCommandSheet } from '../print-settings/server/command-card.ts'
import * as printing from '../print-settings/server/print-settings.ts'
import { drawTestPage } from '../print-settings/server/test-page.ts'
import { queryLogo, switchTime, topInfo } from '../top-contract.ts'
import { editWarehouse, facts, fix, settings, statesOf } from './facts.ts'
import {
  editFactsOfSatellite,
  listSatelliteWarehouses,
  setMeasuresOfSatellite,
  setSettingsOfSatellite,
} from './satellite-warehouses.ts'
import { logos, switchZone, top } from './warehouse.ts'

export function warehouseRoutes(
  { answer, answerOutside, answerVisitor, database }: Server,
  files: Files,
  contacts: OutputOf<typeof topInfo>['contacts'],
) {
  answer(topInfo, top(contacts))
  answer(switchTime, switchZone)
  answerVisitor(queryLogo, logos)
  answer(calls.warehouseFacts, facts)
  answer(calls.warehouseStates, statesOf)
  answer(calls.editWarehouse, editWarehouse)
  answerOutside(calls.satelliteWarehouses, listSatelliteWarehouses(database))
  answerOutside(calls.editSatelliteWarehouse, editFactsOfSatellite(database))
  answerOutside(calls.setSatelliteSettings, setSettingsOfSatellite(database))
  answerOutside(calls.setSatelliteMeasures, setMeasuresOfSatellite(database))
  answer(calls.setMeasures, fix)
  answer(calls.setWarehouseSettings, settings)
  answer(printSettings, printing.printSettings)
  answer(savePrintSettings, printing.savePrintSettings)
  answerOutside(testPage, drawTestPage(files, database))
  answerOutside(commandSheet, drawCommandSheet)
}
