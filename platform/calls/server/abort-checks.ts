import { z } from 'zod'

/**
 * Makes every check of a schema end the checking of its value, so that a rule that computes never runs on a value that
 * already failed: a text is measured before it is searched, and rules between fields wait until each field is right.
 *
 * Forms keep zod's default, which names a field's problem and a rule between fields at once. Calls share schemas;
 * setting the same flag twice does no harm.
 */
export function abortChecks(schema: z.core.$ZodType, seen = new Set<z.core.$ZodType>()): void {
  if (seen.has(schema)) return
  seen.add(schema)
  const { def } = schema._zod
  // A format such as `z.iso.date()` is schema and check in one.
  if ('check' in def) Object.assign(def, { abort: true })
  for (const check of def.checks ?? []) Object.assign(check._zod.def, { abort: true })
  for (const inner of innerSchemas(def)) abortChecks(inner, seen)
}

/** Every schema that stands in a definition, whatever it is called there. */
function innerSchemas(value: unknown, depth = 0): z.core.$ZodType[] {
  if (value instanceof z.core.$ZodType) return [value]
  if (depth > 2 || typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap((inner) => innerSchemas(inner, depth + 1))
}
