import type { OutputOf } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database } from '../../../platform/database/server/db.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { openPaper, type Paper } from '../../../platform/printing/server/paper.ts'
import { printedLogo } from '../../logos/server/logos.ts'
import type { testPage } from '../contract.ts'
import { printText } from '../text.ts'

const PAGE = { width: 100, height: 150 }
const RULER = 90
const EDGE = 5

/** A test page for ruler and scanner. No connection is held while it is drawn. */
export const drawTestPage =
  (files: Files, { read }: Pick<Database, 'read'>) =>
  async (who: Who): Promise<OutputOf<typeof testPage>> => {
    const paper = openPaper(PAGE, printText.testPage[who.language])
    paper.turn()
    drawRuler(paper, (at) => ({ x: EDGE + at, y: EDGE }), { x: 0, y: 1 })
    drawRuler(paper, (at) => ({ x: EDGE, y: EDGE + at }), { x: 1, y: 0 })
    const right = { x: 18, width: 77 }
    paper.text(printText.testPage[who.language], { ...right, y: 16, height: 12 }, { max: 22 })
    paper.text(printText.rulers[who.language], { ...right, y: 28, height: 7 }, { max: 9 })
    paper.code128('TALLYHOUSE-TEST-1', { ...right, y: 40, height: 20 })
    paper.text('TALLYHOUSE-TEST-1', { ...right, y: 60, height: 6 }, { max: 10 })
    paper.qr('TALLYHOUSE-TEST-2', { ...right, y: 67, height: 30 })
    paper.text('TALLYHOUSE-TEST-2', { ...right, y: 97, height: 6 }, { max: 10 })
    paper.text(printText.letters[who.language], { ...right, y: 105, height: 8 }, { max: 12 })
    paper.text('收货 上架 拣货 打包 出库 0123456789', { ...right, y: 113, height: 8 }, { max: 12 })
    const logo = await printedLogo(files, (work) => read(who.tenantId, work), who)
    if (logo) paper.logo(logo, { x: right.x, y: 124 })
    return { fileName: 'test-page.pdf', base64: (await paper.whole()).toString('base64') }
  }

type Spot = { x: number; y: number }

/** A mark per millimetre, a longer one at every fifth, and a number at every tenth. */
function drawRuler(paper: Paper, spotAt: (millimetre: number) => Spot, away: Spot) {
  paper.rule(spotAt(0), spotAt(RULER))
  for (let at = 0; at <= RULER; at++) {
    const length = at % 10 === 0 ? 4 : at % 5 === 0 ? 3 : 1.8
    const from = spotAt(at)
    paper.rule(from, { x: from.x + away.x * length, y: from.y + away.y * length }, 0.15)
    if (at % 10 === 0 && at > 0)
      paper.line(String(at), { x: from.x - 1 + away.x * 6, y: from.y - 1 + away.y * 5 }, 5)
  }
}
