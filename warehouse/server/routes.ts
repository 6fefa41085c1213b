import type { OutputOf } from '../../lib/call.ts'
import type { Server } from '../../lib/server/serve.ts'
import { editWarehouse, fixMeasures, setWarehouseSettings, switchTime, warehouseFacts } from '../contract.ts'
import { queryLogo, topInfo } from '../door-contract.ts'
import { edit, facts, fix, settings } from './facts.ts'
import { logos, switchZone, top } from './warehouse.ts'

export function warehouseRoutes(
  { answer, answerVisitor }: Server,
  contacts: OutputOf<typeof topInfo>['contacts'],
) {
  answer(topInfo, top(contacts))
  answer(switchTime, switchZone)
  answerVisitor(queryLogo, logos)
  answer(warehouseFacts, facts)
  answer(editWarehouse, edit)
  answer(fixMeasures, fix)
  answer(setWarehouseSettings, settings)
}
