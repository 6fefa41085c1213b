import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'

/** Labels before they are printed. It loads when somebody prints. */
export const PrintDrawer = lazyDialog(() => import('./PrintPanel.tsx'), 'PrintPanel')
