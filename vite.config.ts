import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8'))
const server = process.env.API_HOST ?? `http://127.0.0.1:${process.env.PORT ?? 8080}`

/** An import that would pull the server into the page must fail the build. */
const pageOnly: Plugin = {
  name: 'page-only',
  enforce: 'pre',
  resolveId(source, importer) {
    if (!importer || importer.includes('/node_modules/')) return
    if (source.startsWith('node:') || (source.startsWith('.') && source.includes('/server/'))) {
      throw new Error(`${importer} belongs to the page and must not import ${source}`)
    }
  },
}

/**
 * What antd's components load for a property that no page sets: a file of antd, and the imports that are left out of it.
 *
 * Lists are filtered above the table through the URL, and rows are selected with checkboxes. Drawers and dialogs show
 * their own rows while they load.
 */
const unusedParts: Record<string, string[]> = {
  'table/hooks/useFilter/index.js': ['./FilterDropdown'],
  'table/hooks/useSelection.js': ['../../radio'],
  'drawer/DrawerPanel.js': ['../skeleton'],
  'modal/Modal.js': ['../skeleton'],
  'dropdown/index.js': ['./dropdown-button'],
}

const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  enforce: 'pre',
  resolveId(source, importer) {
    const file = importer?.split('/antd/es/')[1]
    if (!file || !unusedParts[file]?.includes(source)) return
    return `${import.meta.dirname}/platform/ui/web/unused-antd.ts`
  },
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [pageOnly, withoutUnusedParts, react()],
  define: { __APP_VERSION__: JSON.stringify(version) },
  html: { cspNonce: 'CSP_NONCE' },
  build: {
    outDir: 'dist',
    manifest: '.manifest.json',
    target: 'es2023',
    assetsInlineLimit: 0,
    // All CSS together is smaller than one picture, and a page loads it once.
    cssCodeSplit: false,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1200,
    rolldownOptions: {
      // antd declares its files free of side effects; its component packages do not, and one name from their
      // form library would bring all of it into the login page.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/@rc-component\//, sideEffects: false }] },
      output: {
        // Every module with a schema loads zod, and with it the setting that disables zod's code generation:
        // in one chunk, so that no other chunk can come between them.
        codeSplitting: {
          groups: [
            {
              name: 'zod',
              test: /\/node_modules\/zod\/|\/app\/web\/strict\.ts$|\/platform\/ui\/web\/nonce\.ts$/,
            },
          ],
        },
      },
    },
  },
  server: {
    proxy: { '/gateway': server, '/openapi': server },
    fs: { deny: ['**/data/**', '**/server/**', '**/db/**', '**/.git/**', '.env*'] },
    watch: { ignored: ['**/data/**', '**/dist/**'] },
  },
})
