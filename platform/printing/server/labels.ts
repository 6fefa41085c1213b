import type { z } from 'zod'
import { writeAudit } from '../../audit/server/audit.ts'
import type { Command, taskStarted } from '../../calls/call.ts'
import { refuse } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { idsOf } from '../../database/server/rows.ts'
import { type Outcome, startTask, type Work } from '../../tasks/server/tasks.ts'
import { fill, type Language, type Text } from '../../text/text.ts'
import { type Area, isThermal, type LayoutName, labelText, MAX_LABELS, type printFields } from '../labels.ts'
import { labelsOf, type Paper } from './paper.ts'

type PrintInput = Omit<z.output<z.ZodObject<typeof printFields>>, 'layout'> & {
  layout: LayoutName
  copies?: number
}
type Reader = Pick<Who, 'tenantId' | 'accountId'>

/** Labels of one kind of object: how they are selected, their default order, and how one is drawn. */
type LabelKind<L extends { id: number }, W> = {
  call: Command<z.ZodType, typeof taskStarted>
  /** The task's name, and the start of the file name. */
  task: string
  file: string
  title: Text
  none: Text
  /** What was drawn, in words; labels by default. */
  count?: (count: number) => Text
  find: (db: Db, who: Who, which: W) => Promise<L[]>
  byIds: (db: Db, who: Reader, ids: number[]) => Promise<L[]>
  words: (label: L) => string
  draw: (paper: Paper, area: Area, label: L, language: Language) => void
}

type Frozen = Pick<PrintInput, 'layout' | 'dpi'> & {
  ids: number[]
  paper: PrintInput['language']
  language: Language
}

/** The calls for labels, the same for every kind: list, print, and draw as a task. */
export function labelsOfKind<L extends { id: number }, W>(kind: LabelKind<L, W>) {
  async function labelsFor(db: Db, who: Who, which: W) {
    const labels = await kind.find(db, who, which)
    if (labels.length === 0) refuse(kind.none)
    if (labels.length > MAX_LABELS) refuse(labelText.tooMany, { max: MAX_LABELS })
    return labels
  }

  const list = async (db: Db, who: Who, which: W) => ({
    labels: (await labelsFor(db, who, which)).map((label) => ({ id: label.id, text: kind.words(label) })),
  })

  /** Stores what is printed; a separate task draws it. */
  async function start(tx: Tx, who: Who, input: PrintInput & W) {
    const { layout, dpi, language, only, again, copies = 1 } = input
    if (language === 'zpl' && !isThermal(layout)) refuse(labelText.onlyThermal)
    const meant = idsOf(await labelsFor(tx, who, input))
    const known = new Set(meant)
    const chosen = only ? only.filter((id) => known.has(id)) : meant
    if (chosen.length === 0) refuse(kind.none)
    if (chosen.length * copies > MAX_LABELS) refuse(labelText.tooMany, { max: MAX_LABELS })
    const ids = chosen.flatMap((id) => Array.from({ length: copies }, () => id))
    const frozen: Frozen = { ids, layout, dpi, paper: language, language: who.language }
    const taskId = await startTask(tx, who, kind.call, kind.task, frozen)
    if (again)
      await writeAudit(tx, who, [
        {
          action: 'reprint',
          type: 'task',
          id: taskId,
          no: kind.task,
          after: { from: again.from, labels: ids.length },
          reason: labelText.reasons[again.reason],
        },
      ])
    return { taskId }
  }

  async function print({ input, who, read, progress }: Work<never>): Promise<Outcome> {
    const { ids, layout, dpi, paper, language } = input as Frozen
    const byId = new Map(
      (await read((db) => kind.byIds(db, who as Reader, ids))).map((item) => [item.id, item]),
    )
    const labels = ids.flatMap((id) => byId.get(id) ?? [])
    await progress(0, labels.length)
    const draw = (paper: Paper, area: Area, label: L) => kind.draw(paper, area, label, language)
    const bytes = await labelsOf(layout, kind.title[language], labels, draw, {
      ...(dpi && { dpi }),
      language: paper,
      onDrawn: async (count) => !(await progress(count, labels.length)).isCancelAsked,
    })
    if (!bytes) return { end: 'cancel' }
    await progress(labels.length, labels.length)
    return {
      message: kind.count?.(labels.length) ?? fill(labelText.count, { count: labels.length }),
      file: {
        name: `${kind.file}-${layout}.${paper}`,
        mime: paper === 'pdf' ? 'application/pdf' : 'text/plain',
        bytes,
      },
    }
  }

  return { list, start, print }
}
