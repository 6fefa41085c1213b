import { z } from 'zod'

/**
 * Makes every check of a schema abort on failure, so that an expensive rule never runs on a value that
 * already failed: length is checked before a pattern, and cross-field rules run only when each field is
 * valid.
 *
 * Forms keep zod's default, which reports field problems and cross-field rules together. Calls share schemas;
 * setting the same flag twice is harmless.
 */
export function abortChecks(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const { def } = schema._zod
  // A format such as `z.iso.date()` is both a schema and a check.
  if ('check' in def) Object.assign(def, { abort: true })
  for (const check of def.checks ?? []) Object.assign(check._zod.def, { abort: true })
  for (const inner of innerSchemas(def)) abortChecks(inner, seen)
}

/** Every schema inside a definition, whatever its key. */
function innerSchemas(value: unknown, depth = 0): z.core.$ZodType[] {
  if (value instanceof z.core.$ZodType) return [value]
  if (depth > 2 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => innerSchemas(inner, depth + 1))
}
