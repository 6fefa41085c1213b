import { lazyDialog } from '../../ui/web/lazy-page.tsx'

/** Reads a spreadsheet in. Most people who open a list never import, so it loads when it is asked for. */
export const ImportDialog = lazyDialog(() => import('./ImportSteps.tsx'), 'ImportSteps')
