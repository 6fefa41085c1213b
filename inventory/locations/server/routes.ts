import type { Server } from '../../../platform/calls/server/serve.ts'
import * as calls from '../contract.ts'
import * as bins from './bins.ts'
import { binLabels } from './labels.ts'
import * as zones from './location-zones.ts'
import * as locations from './locations.ts'
import * as patterns from './pattern.ts'

export function locationRoutes({ answer }: Server) {
  answer(calls.listLocations, locations.listLocations)
  answer(calls.getLocation, locations.getLocation)
  answer(calls.createLocation, locations.createLocation)
  answer(calls.editLocation, locations.editLocation)
  answer(calls.switchLocations, locations.switchLocations)
  answer(calls.listZones, zones.listZones)
  answer(calls.saveZone, zones.saveZone)
  answer(calls.previewBins, bins.previewBins)
  answer(calls.generateBins, bins.generateBins)
  answer(calls.locationPattern, patterns.locationPattern)
  answer(calls.setPattern, patterns.setPattern)
  answer(calls.listBinLabels, binLabels.list)
  answer(calls.printBinLabels, binLabels.start)
}
