import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import bwip from 'bwip-js/node'
import { expect, test } from 'vitest'
import { prepareZXingModule } from 'zxing-wasm/reader'
import { readLabel } from '../gs1.ts'
import { codeIn } from './camera-code.ts'

const reader = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(reader).buffer } })

test.each([
  ['gs1-128', '(420)90001(94)00136895232412345678', '420900019400136895232412345678'],
  ['gs1-128', '(94)00136895232412345678', '9400136895232412345678'],
  ['gs1-128', '(01)09506000134352(10)LOT7', '9506000134352'],
  ['code128', 'BOX-1', 'BOX-1'],
])('the camera reads the %s barcode %s as %s', async (bcid, text, code) => {
  const picture = await bwip.toBuffer({ bcid, text, scale: 3, padding: 10, backgroundcolor: 'FFFFFF' })
  expect(readLabel((await codeIn(picture)) ?? '')).toMatchObject({ code })
})
