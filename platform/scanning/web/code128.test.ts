import bwip from 'bwip-js/node'
import { expect, test } from 'vitest'
import { inputCodes, scanCommands } from '../scan-commands.ts'
import { barsOf } from './code128.ts'

test('every command is encoded as on the printed labels', () => {
  for (const { code: text } of [...Object.values(scanCommands), ...inputCodes]) {
    expect(bwip.raw({ bcid: 'code128', text })[0]).toMatchObject({ sbs: barsOf(text) })
  }
})
