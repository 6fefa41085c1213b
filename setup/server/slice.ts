import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { satelliteCopyJob } from './copy-to-satellites.ts'
import { samplesTask } from './samples.ts'
import { setUpRoutes } from './setup.ts'

export const setUpSlice: ServerSlice = {
  routes: setUpRoutes,
  tasks: () => ({ fill_samples: samplesTask }),
  jobs: (database) => ({ copy_to_satellites: satelliteCopyJob(database) }),
}
