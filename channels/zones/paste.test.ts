import { describe, expect, test } from 'vitest'
import { blockIn, emptyRow, withBlock } from './paste.ts'

const block = (...lines: string[]) => blockIn(lines.join('\r\n')) ?? []
const start = { place: 0, column: 'zoneCode' } as const

test('a single cell is plain text', () => {
  expect(blockIn('900')).toBeUndefined()
  expect(blockIn('900\n')).toBeUndefined()
})

describe('a block from a spreadsheet', () => {
  test('is mapped by its headers, in any order and language', () => {
    expect(
      withBlock(
        [emptyRow],
        start,
        block(
          'From\tTo\tZone\t国家/地区\tNotes\tRemote level',
          '900*\t908*\t2\tUS\tx\tRemote',
          '967\t\t8\tUS\ty\t超偏远',
        ),
      ),
    ).toEqual([
      { ...emptyRow, zipFrom: '900*', zipTo: '908*', zoneCode: '2', countryCode: 'US', remoteLevel: 'das' },
      { ...emptyRow, zipFrom: '967', zoneCode: '8', countryCode: 'US', remoteLevel: 'das_ext' },
    ])
  })

  test('of four columns without headers is zone, country, from, to', () => {
    expect(withBlock([], start, block('2\tUS\t900\t908', '8\tUS\t005\t005'))).toEqual([
      { ...emptyRow, zoneCode: '2', countryCode: 'US', zipFrom: '900', zipTo: '908' },
      { ...emptyRow, zoneCode: '8', countryCode: 'US', zipFrom: '005', zipTo: '005' },
    ])
  })

  test('of zone, country, state and city is kept in that order', () => {
    expect(withBlock([], start, block('2\tUS\tCA\tReno'))).toEqual([
      { ...emptyRow, zoneCode: '2', countryCode: 'US', stateCode: 'CA', city: 'Reno' },
    ])
  })

  test('overwrites from the target cell, keeps the rest, and adds rows', () => {
    const rows = [
      { ...emptyRow, zoneCode: '2', countryCode: 'US', zipFrom: '900', zipTo: '908' },
      { ...emptyRow, zoneCode: '3', countryCode: 'US', zipFrom: '910', zipTo: '918', remoteLevel: 'das' },
    ]
    expect(withBlock(rows, { place: 1, column: 'zipFrom' }, block('920\t921', '930\t931'))).toEqual([
      rows[0],
      { ...rows[1], zipFrom: '920', zipTo: '921' },
      { ...emptyRow, zipFrom: '930', zipTo: '931' },
    ])
  })

  test('keeps an unknown remote level, so that it can be corrected', () => {
    const [row] = withBlock([], { place: 0, column: 'zipTo' }, block('908\tfar away'))
    expect(row).toMatchObject({ zipTo: '908', remoteLevel: 'far away' })
  })
})
