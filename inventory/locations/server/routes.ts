import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { stockRoutes } from '../../stock/server/routes.ts'
import {
  createLocation,
  editLocation,
  generateBins,
  getLocation,
  listBinLabels,
  listLocations,
  listZones,
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
  answer(listLocations, locations.listLocations)
  answer(getLocation, locations.getLocation)
  answer(createLocation, locations.createLocation)
  answer(editLocation, locations.editLocation)
  answer(switchLocations, locations.switchLocations)
  answer(listZones, zones.listZones)
  answer(saveZone, zones.saveZone)
  answer(previewBins, bins.previewBins)
  answer(generateBins, bins.generateBins)
  answer(locationPattern, patterns.locationPattern)
  answer(setPattern, patterns.setPattern)
  answer(listBinLabels, binLabels.list)
  answer(printBinLabels, binLabels.start)
  stockRoutes(server, files)
}
