import { expect, test, vi } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import type { zoneSchema } from '../contract.ts'
import { useEditZoneSchema } from './ZoneSchemaForm.tsx'

type Schema = OutputOf<typeof zoneSchema>

/** Rows such as `900-908 2`: postal codes and their zone. */
const rowsOf = (...rows: string[]): Schema['rows'] =>
  rows.map((text, i) => {
    const [zips = '', zoneCode = ''] = text.split(' ')
    const [zipFrom = '', zipTo = zipFrom] = zips.split('-')
    const where = { countryCode: 'US', stateCode: null, city: null, zipFrom, zipTo }
    return { rowNo: i + 1, zoneCode, ...where, remoteLevel: 'none' as const }
  })

const schemaWith = (rowVersion: number, ...rows: string[]): Schema => ({
  ...{ id: 7, rowVersion, schemaCode: 'GROUND', isEnabled: true, schemaName: 'Ground', carrier: null },
  ...{ originZip: null, zoneCount: 1, rowCount: rows.length, channels: [] },
  updatedAt: '2026-03-08T09:30:00.000Z',
  rows: rowsOf(...rows),
})

test('zone rows that a colleague imported while others were edited are saved with them', async () => {
  const sent: Schema[] = []
  answerCalls((body) => {
    sent.push(body as Schema)
    return { success: true, code: 200, message: '', data: { rowVersion: 6 } }
  })
  const formOn = (schema: Schema) => renderHook(() => useEditZoneSchema(schema, () => {}))

  const opened = formOn(schemaWith(4, '900-908 2', '910 3', '911 3'))
  const rows = opened.fields.value.rows
  // The second row gets another zone, the third is removed, and one is added in a carrier's spelling.
  opened.fields.change({
    rows: [
      ...rows.slice(0, 1),
      ...rows.slice(1, 2).map((row) => ({ ...row, zoneCode: '5' })),
      ...rows.slice(0, 1).map((row) => ({ ...row, zoneCode: '6', zipFrom: '920*', zipTo: '' })),
    ],
  })
  const imported = schemaWith(5, '900-908 4', '910 3', '911 3', '920 8', '967 8')
  expect(formOn(imported).fields.isOutdated).toBe(true)
  formOn(imported).fields.keepEdits()
  formOn(imported).submit()

  await vi.waitFor(() => expect(sent).toHaveLength(1))
  expect(sent).toMatchObject([{ rowVersion: 5 }])
  expect(sent[0]?.rows.map(({ zipFrom, zoneCode }) => `${zipFrom} ${zoneCode}`)).toEqual([
    '900 4',
    '910 5',
    '920* 6',
    '967 8',
  ])
})
