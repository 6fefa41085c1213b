import type { Files } from '../../platform/files/server/files.ts'
import { importTask } from '../../platform/imports/server/write-import.ts'
import { onAllTask } from '../../platform/lists/server/bulk.ts'
import { exportTask } from '../../platform/lists/server/exports.ts'
import { merged } from '../../platform/slices/server/server-slice.ts'
import type { TaskKinds } from '../../platform/tasks/server/tasks.ts'
import { exportPlace } from '../../warehouse/server/warehouse.ts'
import { wordOf } from '../dictionaries.ts'
import { checkBooksTask } from './book-checks.ts'
import { importKinds, listSources, slices } from './slices.ts'

/** Every kind of task: those of the slices, and the shared ones. */
export const taskKinds = (files: Files): TaskKinds =>
  merged([
    ...slices.map(({ tasks }) => tasks?.(files)),
    {
      check_books: checkBooksTask(files),
      act_on_all: onAllTask(listSources),
      export_list: exportTask(listSources, wordOf, exportPlace),
      import: importTask({ kinds: importKinds, files, may: () => {} }),
    },
  ])
