/**
 * Replaces parts of antd's components that no page uses and that every list would load: `vite.config.ts` names them.
 */
// biome-ignore lint/style/noDefaultExport: antd imports it as the default
export default function UnusedPart(): never {
  throw new Error('this part of an antd component is left out of the page: see vite.config.ts')
}

/** The values of a filter menu in a table's header. */
export const flattenKeys = (): never[] => []
