import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'

/** The label print drawer. It loads on demand. */
export const PrintDrawer = lazyDialog(() => import('./PrintPanel.tsx'), 'PrintPanel')
