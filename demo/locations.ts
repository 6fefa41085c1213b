import type pg from 'pg'
import { binCodes, DEFAULT_PATTERN, ROUTE_STEP, reader } from '../inventory/locations/bin-pattern.ts'

type Zone = { code: string; name: string; quality: 'good' | 'defective'; purpose: string }
type Bins = { zone: string; purpose?: string; priority?: number } & (
  | { codes: string[] }
  | { aisles: string; bays: string; levels: string; size: [number, number, number, number] }
)

/**
 * Aisles A to F with 600 bins, small goods near the packing tables, large ones at the far end; and the
 * transit areas.
 */
const main: { zones: Zone[]; bins: Bins[] } = {
  zones: [
    { code: 'DOCK', name: '收发货区', quality: 'good', purpose: 'receiving' },
    { code: 'SMALL', name: '小件区', quality: 'good', purpose: 'storage' },
    { code: 'MEDIUM', name: '中件区', quality: 'good', purpose: 'storage' },
    { code: 'LARGE', name: '大件区', quality: 'good', purpose: 'storage' },
    { code: 'DEFECTIVE', name: '次品区', quality: 'defective', purpose: 'storage' },
  ],
  bins: [
    { zone: 'DOCK', purpose: 'receiving', codes: ['RECV'] },
    { zone: 'SMALL', aisles: 'A-B', bays: '01-25', levels: '1-4', size: [16, 12, 12, 40], priority: 20 },
    { zone: 'MEDIUM', aisles: 'C-D', bays: '01-25', levels: '1-4', size: [36, 24, 24, 120], priority: 10 },
    { zone: 'LARGE', aisles: 'E-F', bays: '01-25', levels: '1-4', size: [96, 48, 60, 2200] },
    { zone: 'DEFECTIVE', aisles: 'X', bays: '01-02', levels: '1-4', size: [36, 24, 24, 120] },
    { zone: 'DOCK', purpose: 'packing', codes: ['PACK-1', 'PACK-2'] },
    { zone: 'DOCK', purpose: 'return', codes: ['RETURN'] },
    { zone: 'DOCK', purpose: 'quarantine', codes: ['HOLD'] },
  ],
}

const satellite: typeof main = {
  zones: [
    { code: 'GOOD', name: '良品区', quality: 'good', purpose: 'storage' },
    { code: 'DEFECTIVE', name: '次品区', quality: 'defective', purpose: 'storage' },
  ],
  bins: [
    { zone: 'GOOD', purpose: 'receiving', codes: ['RECV'] },
    { zone: 'GOOD', aisles: 'A', bays: '01-04', levels: '1-3', size: [36, 24, 24, 120] },
    { zone: 'DEFECTIVE', codes: ['D-01-1'] },
  ],
}

const codesIn = (bins: Bins): string[] => {
  if ('codes' in bins) return bins.codes
  const made = binCodes({ ...bins, separator: '-', isSerpentine: true })
  return 'codes' in made ? made.codes : []
}

/** Creates the zones and bins of a demo warehouse, in pick sequence. */
export async function seedLocations(client: pg.Client, tenantId: number, version: 'standard' | 'satellite') {
  const { zones, bins } = version === 'standard' ? main : satellite
  const read = reader(DEFAULT_PATTERN)
  const rows = bins.flatMap((group) => {
    const [length, width, height, weight] = 'size' in group ? group.size : []
    return codesIn(group).map((code) => ({
      code,
      zone: group.zone,
      purpose: group.purpose ?? 'storage',
      priority: group.priority ?? 0,
      length,
      width,
      height,
      weight,
      ...read(code),
    }))
  })
  await client.query(
    `insert into location_zones (tenant_id, zone_code, zone_name, quality, purpose)
     select $1, z->>'code', z->>'name', (z->>'quality')::stock_quality, (z->>'purpose')::location_purpose
     from jsonb_array_elements($2) z returning id`,
    [tenantId, JSON.stringify(zones)],
  )
  await client.query(
    `insert into locations (tenant_id, location_code, zone_id, purpose, pick_priority, route_seq, length, width, height, max_weight,
       aisle, bay, level, mix_customer)
     select $1, r->>'code', z.id, (r->>'purpose')::location_purpose, (r->>'priority')::int, place * $3::int, (r->>'length')::numeric,
       (r->>'width')::numeric, (r->>'height')::numeric, (r->>'weight')::numeric, r->>'aisle', r->>'bay', r->>'level', z.quality = 'defective'
     from jsonb_array_elements($2) with ordinality as t (r, place)
     join location_zones z on z.tenant_id = $1 and z.zone_code = r->>'zone' returning id`,
    [tenantId, JSON.stringify(rows), ROUTE_STEP],
  )
}
