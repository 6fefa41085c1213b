import type { Rolldown } from 'vite'

/** What a visitor loads on the way to a first list, in that order. */
const layers = {
  start: ['app/web/main.tsx'],
  login: ['staff/login/web/LoginPage.tsx'],
  shell: ['app/web/Shell.tsx'],
  home: [
    'app/web/HomePage.tsx',
    'app/web/home-cards.tsx',
    'inventory/stock/web/StockCard.tsx',
    'staff/web/FriendsCard.tsx',
    'warehouse/web/WarehouseCard.tsx',
  ],
  lists: [
    'platform/lists/web/ListPage.tsx',
    'platform/lists/web/MasterList.tsx',
    'platform/lists/web/DateRange.tsx',
    'platform/lists/web/codes.tsx',
    'platform/lists/web/use-views.ts',
    'customers/web/customer-options.ts',
    'platform/imports/web/ImportDialog.ts',
    'staff/audit/web/LogButton.tsx',
    'warehouse/print-settings/web/PrintDrawer.ts',
    'orders/states.ts',
    'orders/waybills/states.ts',
  ],
  forms: ['platform/forms/web/FormParts.tsx', 'platform/forms/web/EditDrawer.tsx'],
  goods: ['products/contract.ts', 'warehouse/rules.ts'],
  receiving: [
    'receiving/contract.ts',
    'receiving/scanning/contract.ts',
    'receiving/rules.ts',
    'receiving/parcels/text.ts',
  ],
  stock: ['inventory/stock/contract.ts', 'inventory/counts/text.ts', 'inventory/scanning/text.ts'],
}

/**
 * The chunk of each module: the first layer that needs it.
 *
 * By default the bundler creates a chunk for each set of pages that share code, and a list takes eighty
 * requests. What a page really needs is known only after tree shaking, so the layers are read from a build
 * without them.
 */
export function layersOf(
  output: readonly (Rolldown.OutputChunk | Rolldown.OutputAsset)[],
): Map<string, string> {
  const chunks = new Map(
    output.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])),
  )
  const layerOf = new Map<string, string>()

  const take = (fileName: string, layer: string, seen: Set<string>) => {
    const chunk = chunks.get(fileName)
    if (!chunk || seen.has(fileName)) return
    seen.add(fileName)
    for (const id of chunk.moduleIds) if (!layerOf.has(id)) layerOf.set(id, layer)
    for (const next of chunk.imports) take(next, layer, seen)
  }

  for (const [layer, roots] of Object.entries(layers)) {
    for (const root of roots) {
      const chunk = [...chunks.values()].find(({ moduleIds }) =>
        moduleIds.some((id) => id.endsWith(`/${root}`)),
      )
      if (!chunk) throw new Error(`${root} is in no file of the page`)
      take(chunk.fileName, layer, new Set())
    }
  }
  return layerOf
}
