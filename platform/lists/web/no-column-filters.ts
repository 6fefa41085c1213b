/**
 * Replaces the filter menus in antd's table headers, which add a tree and radio buttons to every list's
 * bundle.
 *
 * Lists here are filtered above the table, through the URL.
 */
// biome-ignore lint/style/noDefaultExport: antd imports it as the default
export default function FilterDropdown(): never {
  throw new Error('a list is filtered above its table, not in its head')
}

export const flattenKeys = (): never[] => []
