import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { stockRoutes } from '../../stock/server/routes.ts'
import {
  createLocation,
  editLocation,
  generateBins,
  listBinLabels,
  listLocations,
  listZones,
  location,
  locationPattern,
  previewBins,
  printBinLabels,
  saveZone,
  setPattern,
  switchLocations,
} from '../contract.ts'
import * as bins from './bins.ts'
import { binLabels } from './labels.ts'
import * as zones from './location-zones.ts'
import * as locations from './locations.ts'
import * as patterns from './pattern.ts'

export function inventoryRoutes(server: Server, files: Files) {
  const { answer } = server
  answer(listLocations, locations.locationPage)
  answer(location, locations.oneLocation)
  answer(createLocation, locations.create)
  answer(editLocation, locations.edit)
  answer(switchLocations, locations.switchOn)
  answer(listZones, zones.zones)
  answer(saveZone, zones.save)
  answer(previewBins, bins.preview)
  answer(generateBins, bins.generate)
  answer(locationPattern, patterns.pattern)
  answer(setPattern, patterns.setPattern)
  answer(listBinLabels, binLabels.list)
  answer(printBinLabels, binLabels.start)
  stockRoutes(server, files)
}
