import { expect, test } from 'vitest'
import { type CarrierAdapter, CarrierFault, sampleShipment } from '../carrier.ts'
import { checked } from './checked.ts'

test.each([
  ['is kept', 'shp_1', '1Z 999', true],
  ['is dropped for a number that no label can show', 'shp_1', '1Z\n999', false],
  ['is dropped for a reference that no void can name', 'shp\u00001', '1Z 999', false],
  ['is dropped for a reference that is too long', 'x'.repeat(201), '1Z 999', false],
])('what a carrier sold without a file %s', async (_, ref, trackingNo, isKept) => {
  const sold = { ref, trackingNo, cost: null }
  const buy = async () => {
    throw new CarrierFault('service', 'no file', true, sold)
  }
  const carrier = checked({ buy } as Partial<CarrierAdapter> as CarrierAdapter, (words) => words)
  const fault = await carrier.buy(sampleShipment, 'GROUND', 'key').catch((thrown: unknown) => thrown)
  expect(fault).toMatchObject({ problem: 'service', isUnknown: true })
  expect((fault as CarrierFault).sold).toEqual(isKept ? sold : undefined)
})
