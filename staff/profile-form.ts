import { problemsIn } from '../lib/problems.ts'
import type { FieldProblem } from '../lib/refusal.ts'
import type { Text } from '../lib/text.ts'
import { saveMyProfile } from './contract.ts'

export const profileFields = ['userName', 'phone', 'email'] as const
export type ProfileField = (typeof profileFields)[number]

/** The form as it is typed: an input has no null, only nothing in it. */
export type ProfileForm = Record<ProfileField, string>

/** What is sent: nothing typed is nothing known. */
export const profileOf = ({ userName, phone, email }: ProfileForm, rowVersion: number) => ({
  userName,
  phone: phone.trim() || null,
  email: email.trim() || null,
  rowVersion,
})

/** The first thing wrong with each field, by the rules the server applies. */
export function profileProblems(form: ProfileForm): Partial<Record<ProfileField, Text>> {
  const read = saveMyProfile.input.safeParse(profileOf(form, 0))
  return read.success ? {} : problemsByField(problemsIn(read.error))
}

export const problemsByField = (problems: readonly FieldProblem[]): Partial<Record<ProfileField, Text>> =>
  Object.fromEntries(
    profileFields.flatMap((field) => {
      const first = problems.find((problem) => problem.path === field)
      return first ? [[field, first.message]] : []
    }),
  )
