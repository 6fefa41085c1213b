import { lazyDialog } from '../../ui/web/lazy-page.tsx'

/** The import dialog. Most users who open a list never import, so it loads on demand. */
export const ImportDialog = lazyDialog(() => import('./ImportSteps.tsx'), 'ImportSteps')
