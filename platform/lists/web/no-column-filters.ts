/**
 * Stands in for the filter menus in antd's table heads, which bring a tree and radio buttons into every list.
 *
 * Lists here are filtered above the table, by the address.
 */
// biome-ignore lint/style/noDefaultExport: antd imports it as the default
export default function FilterDropdown(): never {
  throw new Error('a list is filtered above its table, not in its head')
}

export const flattenKeys = (): never[] => []
