import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { lastResults } from '../../platform/book-checks/server/book-results.ts'
import { rightHolders } from '../../platform/calls/missing-right.ts'
import { openApiOf } from '../../platform/calls/server/openapi.ts'
import { holdersForCaller } from '../../platform/calls/server/right-holders.ts'
import type { Server } from '../../platform/calls/server/serve.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { type Files, fileRoute } from '../../platform/files/server/files.ts'
import * as uploads from '../../platform/files/server/uploads.ts'
import { beginUpload, finishUpload, putPart, uploadState } from '../../platform/files/uploads.ts'
import * as importCalls from '../../platform/imports/contract.ts'
import type { Imports } from '../../platform/imports/server/find-import.ts'
import { revertCancelled } from '../../platform/imports/server/import-lifecycle.ts'
import * as imports from '../../platform/imports/server/imports.ts'
import * as readImports from '../../platform/imports/server/read-imports.ts'
import { actOnAll, exportList, myListSettings, saveListSettings } from '../../platform/lists/lists.ts'
import { startOnAll } from '../../platform/lists/server/bulk.ts'
import { startExport } from '../../platform/lists/server/exports.ts'
import { saveSettings, settingsOf } from '../../platform/lists/server/list-settings.ts'
import { callLead, leadComing, openCalls, takeCall } from '../../platform/scanning/lead-calls.ts'
import * as leadCalls from '../../platform/scanning/server/lead-calls.ts'
import { merged } from '../../platform/slices/server/server-slice.ts'
import { cancel, retry, startTask, taskList } from '../../platform/tasks/server/tasks.ts'
import { cancelTask, myTasks, retryTask } from '../../platform/tasks/tasks.ts'
import type { Language, Text } from '../../platform/text/text.ts'
import { listStaff } from '../../staff/contract.ts'
import * as appCalls from '../contract.ts'
import { itemsOf } from '../dictionaries.ts'
import { guideSections, sectionFor } from '../guide.ts'
import { workQueues } from '../work.ts'
import { importKinds, listSources, slices } from './slices.ts'

const root = join(import.meta.dirname, '../..')
const version: string = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version

export function appRoutes(server: Server, files: Files) {
  const { answer, answerDocument, calls, http, database } = server
  answer(appCalls.loadDictionaries, async (db, who, { dictCodeList }) => {
    const codes = [...new Set(dictCodeList)]
    const own = await ownTexts(db, codes)
    return codes.map((dictCode) => ({ dictCode, dictItemList: itemsOf(dictCode, who.language, own) }))
  })
  answer(appCalls.getDictItems, async (db, who, { dictCode }) =>
    itemsOf(dictCode, who.language, await ownTexts(db, [dictCode])),
  )
  answer(appCalls.helpUrl, async (_, __, { path }) => {
    const section = path && sectionFor(path)
    return section ? `/guide#${section.id}` : '/guide'
  })
  answerDocument(appCalls.forwardDocument, async (_, who, { doc }) =>
    doc === 'guide' ? guideAsText(who.language) : readFileSync(join(root, 'CHANGELOG.md'), 'utf8'),
  )
  answerDocument(appCalls.openApi, async () => JSON.stringify(openApiOf(calls, version)))
  answer(appCalls.checkBooks, async (tx: Tx, who) => ({
    taskId: await startTask(tx, who, appCalls.checkBooks, 'check_books', {}),
  }))
  answer(appCalls.homeFigures, figures)
  answer(appCalls.homeWork, waitingWork)
  answer(rightHolders, holdersForCaller)
  answer(callLead, leadCalls.callLead)
  answer(leadComing, leadCalls.leadComing)
  answer(openCalls, leadCalls.openCalls)
  answer(takeCall, leadCalls.takeCall)
  answer(myTasks, taskList(files))
  answer(cancelTask, cancel({ import: revertCancelled }))
  answer(retryTask, retry)
  fileRoute(http, database, files)
  fileRoutes(server, files)
}

/** Uploads, imports and exports: the same for every slice. */
function fileRoutes({ answer, answerPrepared, may, database }: Server, files: Files) {
  answer(beginUpload, uploads.beginUpload)
  answer(uploadState, uploads.uploadState)
  answer(putPart, uploads.putPart)
  answerPrepared(finishUpload, uploads.joinParts(database), uploads.finishUpload(files))

  answer(myListSettings, settingsOf(listSources))
  answer(saveListSettings, saveSettings(listSources, may))
  answer(exportList, startExport(listSources, may))
  answer(actOnAll, startOnAll(listSources, may))

  // Each of these calls checks the usage period itself.
  const deps: Imports = {
    kinds: importKinds,
    files,
    may: ({ permission, feature }, who) =>
      may({ kind: 'command', permission, feature, whenExpired: 'allowed', isForRestricted: false }, who),
  }
  answer(importCalls.importTemplate, readImports.importTemplate(deps))
  answerPrepared(importCalls.startImport, imports.prepareImport(deps, database), imports.startImport(deps))
  answer(importCalls.importState, readImports.importState(deps))
  answer(importCalls.importRows, readImports.importRows(deps))
  answer(importCalls.mapImport, imports.mapImport(deps))
  answer(importCalls.correctImportRow, imports.correctImportRow(deps))
  answer(importCalls.runImport, imports.runImport(deps))
  answer(importCalls.lastImports, readImports.lastImports(deps))
}

/** The administrator's custom labels of dictionary items. */
const ownTexts = (db: Db, codes: string[]) =>
  db
    .selectFrom('dictionaryTexts')
    .select(['dictCode', 'itemValue'])
    .select(sql<Text>`jsonb_build_object('zh_CN', zh_cn, 'en_US', en_us)`.as('text'))
    .where('dictCode', '=', sql<string>`any(${codes}::text[])`)
    .execute()

async function waitingWork(db: Db, who: Who) {
  const counted = merged(await Promise.all(slices.map(({ work }) => work?.(db, who))))
  const isTheirs = (queue: string) => hasPermission(who.permissions, workQueues[queue]?.permission ?? '')
  return Object.fromEntries(Object.entries(counted).filter(([queue]) => isTheirs(queue)))
}

async function figures(db: Db, who: Who) {
  const [tasks, staff, books] = await Promise.all([
    db
      .selectFrom('tasks')
      .select([
        sql<number>`count(*) filter (where status in ('waiting', 'running'))`.as('tasksRunning'),
        sql<number>`count(*) filter (where status = 'failed' and created_at > now() - interval '30 days')`.as(
          'tasksFailed',
        ),
      ])
      .where('tenantId', '=', who.tenantId)
      .where('createdBy', '=', who.accountId)
      .executeTakeFirstOrThrow(),
    hasPermission(who.permissions, listStaff.permission) ? staffFigures(db, who) : null,
    hasPermission(who.permissions, appCalls.checkBooks.permission) ? lastResults(db, who) : null,
  ])
  return { ...tasks, staff, books }
}

const staffFigures = (db: Db, who: Who) =>
  db
    .selectFrom('accounts')
    .select([
      sql<number>`count(*) filter (where is_enabled)`.as('enabled'),
      sql<number>`count(*) filter (where (last_login_at at time zone ${who.zone})::date = (now() at time zone ${who.zone})::date)`.as(
        'seenToday',
      ),
    ])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', 'staff')
    .where('isSupport', '=', false)
    .executeTakeFirstOrThrow()

const guideAsText = (language: Language) =>
  guideSections
    .map(({ title, paragraphs }) =>
      [`# ${title[language]}`, ...paragraphs.map((p) => p[language])].join('\n\n'),
    )
    .join('\n\n')
