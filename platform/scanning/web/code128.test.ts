import bwip from 'bwip-js/node'
import { expect, test } from 'vitest'
import { type ScanCommand, scanCommands } from '../scan-commands.ts'
import { barsOf } from './code128.ts'

test('every command is encoded as on the printed labels', () => {
  for (const name of Object.keys(scanCommands) as ScanCommand[]) {
    const text = scanCommands[name].code
    expect(bwip.raw({ bcid: 'code128', text })[0]).toMatchObject({ sbs: barsOf(text) })
  }
})
