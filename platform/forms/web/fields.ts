import { type ChangeEvent, type RefObject, useId, useRef, useState } from 'react'
import type { Command, SentTo } from '../../calls/call.ts'
import { problemsIn } from '../../calls/problems.ts'
import type { FieldProblem } from '../../calls/refusal.ts'
import { CallFailed } from '../../calls/web/send.ts'
import type { Text } from '../../text/text.ts'
import { useDraft } from './drafts.ts'
import type { RowKeys } from './edits.ts'

/** The first problem of each field, by field name. */
export type Problems = Partial<Record<string, Text>>

/** A problem in one item is a problem of the list: `roleIds[2]` belongs to `roleIds`. */
const fieldOf = (path: string) => path.split(/[.[]/)[0] ?? path

export function byField(problems: readonly FieldProblem[]): Problems {
  const match: Problems = {}
  for (const { path, message } of problems) match[fieldOf(path)] ??= message
  return match
}

/** Validates an input with the server's own rules before it is sent. */
export function problemsOf<C extends Command>(call: C, input: SentTo<C>): Problems {
  const read = call.input.safeParse(input)
  return read.success ? {} : byField(problemsIn(read.error))
}

export type Fields<V> = ReturnType<typeof useFields<V & object>>

/**
 * A form's fields: values and problems.
 *
 * A field shows its problem once it was left, and from then on while typing. With a `draft` name the values
 * are kept in the browser until they are sent or discarded, except secrets.
 */
export function useFields<V extends object>({
  draft,
  secrets = [],
  initial,
  rowVersion,
  rowKeys = {},
  check,
}: {
  draft?: string
  /** Fields that no draft stores, such as a password. */
  secrets?: readonly (keyof V & string)[]
  initial: V
  /** The version of the record as it is now, if the form edits one. */
  rowVersion?: number | undefined
  rowKeys?: RowKeys<V>
  check: (value: V) => Problems
}) {
  const prefix = useId()
  const box = useRef<HTMLFormElement>(null)
  const typed = useDraft(draft, initial, { secrets, rowVersion, rowKeys })
  const [left, setLeft] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<Problems>({})
  const names = Object.keys(initial) as (keyof V & string)[]
  const wrong: Problems = { ...refused, ...check(typed.value) }
  const idOf = (name: string) => `${prefix}-${name}`

  const change = (next: Partial<V>) => {
    typed.change(next)
    setRefused((before) => Object.fromEntries(Object.entries(before).filter(([name]) => !(name in next))))
  }
  const goTo = (problems: Problems) => {
    const first = names.find((name) => name in problems)
    if (first) setTimeout(() => inside(box, idOf(first))?.focus())
    return first !== undefined
  }

  return {
    box,
    value: typed.value,
    isDirty: typed.isDirty,
    rowVersion: typed.rowVersion,
    isOutdated: typed.isOutdated,
    keepEdits: typed.keepEdits,
    change,
    idOf,
    problemOf: (name: keyof V & string): Text | undefined => (left.includes(name) ? wrong[name] : undefined),
    /** The props of a text input for this field. */
    bind: (name: keyof V & string) => ({
      id: idOf(name),
      name,
      value: typed.value[name] as string,
      onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) =>
        change({ [name]: event.target.value } as unknown as Partial<V>),
      onBlur: () => setLeft((before) => [...before, name]),
    }),
    leave: (name: keyof V & string) => setLeft((before) => [...before, name]),
    /**
     * Whether it can be sent; if not, every field shows its problem and the first wrong one gets the focus.
     */
    isRight: () => {
      setLeft(names)
      return !goTo(check(typed.value))
    },
    /** Shows a refusal at the fields it concerns; false when it concerns none of them. */
    refuse: (error: unknown) => {
      const problems = error instanceof CallFailed ? byField(error.fields) : {}
      setRefused(problems)
      setLeft(names)
      return goTo(problems)
    },
    clear: () => {
      typed.clear()
      setRefused({})
      setLeft([])
    },
  }
}

const inside = (box: RefObject<HTMLFormElement | null>, id: string) =>
  box.current?.querySelector<HTMLElement>(`#${CSS.escape(id)}`)

/** A number as it was typed; null where nothing was. What is no number is refused by its field. */
export const numberIn = (typed: string): number | null => (typed.trim() === '' ? null : Number(typed))

/** The same where a number is required: nothing is no number, which the rules then report. */
export const neededNumberIn = (typed = ''): number => numberIn(typed) ?? Number.NaN
