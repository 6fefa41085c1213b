import type { OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { inputCodes, scanCommands } from '../../../platform/scanning/scan-commands.ts'
import type { commandSheet } from '../contract.ts'
import { printText } from '../text.ts'

const PAGE = { width: 210, height: 297 }
const EDGE = 12
const COLUMNS = 2
const CELL = { width: (PAGE.width - 2 * EDGE) / COLUMNS, height: 42 }

/** The command card of a scan station. Bilingual, because speakers of both languages use it. */
export async function drawCommandSheet(who: Who): Promise<OutputOf<typeof commandSheet>> {
  const paper = openPaper(PAGE, printText.commandSheet[who.language], 600)
  const title = `${printText.commandSheet.zh_CN} / ${printText.commandSheet.en_US}`
  for (const page of [Object.values(scanCommands), inputCodes]) {
    paper.turn()
    paper.text(title, { x: EDGE, y: EDGE, width: PAGE.width - 2 * EDGE, height: 12 }, { max: 20 })
    for (const [place, { code, text }] of page.entries()) {
      const x = EDGE + (place % COLUMNS) * CELL.width
      const y = EDGE + 18 + Math.floor(place / COLUMNS) * CELL.height
      const words = [...new Set([text.zh_CN, text.en_US])].join(' / ')
      paper.code128(code, { x, y, width: CELL.width, height: 18 })
      paper.text(code, { x, y: y + 18, width: CELL.width, height: 7 }, { max: 12 })
      paper.text(words, { x, y: y + 25, width: CELL.width, height: 8 }, { max: 13 })
    }
  }
  return { fileName: 'commands.pdf', base64: (await paper.whole()).toString('base64') }
}
