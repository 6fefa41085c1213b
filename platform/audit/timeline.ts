import { z } from 'zod'
import { id } from '../calls/call.ts'

/** The steps of a document, newest first, for everyone who may see the document. */
export const timeline = <const S extends readonly string[]>(states: S) =>
  z.array(
    z.object({
      id,
      at: z.iso.datetime(),
      action: z.string(),
      /** Null where the system did it. */
      personName: z.string().nullable(),
      /** The status before, where it changed; a first step has none. */
      from: z.enum(states).nullable(),
      /** The resulting status, if it changed. */
      status: z.enum(states).nullable(),
      reason: z.string().nullable(),
    }),
  )

export type TimelineStep<S> = Omit<z.infer<ReturnType<typeof timeline>>[number], 'from' | 'status'> & {
  from: S | null
  status: S | null
}
