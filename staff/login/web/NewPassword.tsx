import { Field } from '../../../platform/forms/web/Field.tsx'
import type { Fields, Problems } from '../../../platform/forms/web/fields.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { passwordTicks } from '../../rules.ts'
import { staffText } from '../../text.ts'
import { PasswordInput } from '../../web/PasswordInput.tsx'
import './new-password.css'

/** Additional form rules for a new password typed twice. */
export function repeatProblem<V extends object>(
  value: V,
  name: keyof V & string,
  repeat: keyof V & string,
): Problems {
  return value[name] === value[repeat] ? {} : { [repeat]: staffText.passwordsDiffer }
}

/** A new password, typed twice, that shows while typing what it still lacks. */
export function NewPassword<V extends object>({
  fields,
  name,
  repeat,
  label = staffText.newPassword,
}: {
  fields: Fields<V>
  name: keyof V & string
  repeat: keyof V & string
  label?: Text
}) {
  const typed = String(fields.value[name] ?? '')
  const ticksId = `${fields.idOf(name)}-ticks`
  return (
    <>
      <Field fields={fields} name={name} label={label} isRequired hint={<Ticks id={ticksId} typed={typed} />}>
        {({ 'aria-describedby': problem, ...answer }) => (
          <PasswordInput
            {...fields.bind(name)}
            {...answer}
            aria-describedby={problem ? `${problem} ${ticksId}` : ticksId}
            autoComplete="new-password"
          />
        )}
      </Field>
      <Field fields={fields} name={repeat} label={staffText.repeatPassword} isRequired>
        {(answer) => <PasswordInput {...fields.bind(repeat)} {...answer} autoComplete="new-password" />}
      </Field>
    </>
  )
}

const words = {
  length: staffText.tickLength,
  letter: staffText.tickLetter,
  digit: staffText.tickDigit,
  plain: staffText.tickPlain,
} as const

function Ticks({ id, typed }: { id: string; typed: string }) {
  const t = useText()
  // The rule about odd characters is shown only when violated.
  const shown = (['length', 'letter', 'digit', 'plain'] as const).filter(
    (name) => name !== 'plain' || !passwordTicks.plain(typed),
  )
  return (
    <ul id={id} className="ticks" aria-label={t(staffText.ticks)}>
      {shown.map((name) => {
        const isMet = passwordTicks[name](typed)
        return (
          <li key={name} className={isMet ? 'tick-met' : undefined}>
            <span aria-hidden>{isMet ? '✓' : '○'}</span> {t(words[name])}
            <span className="only-read-aloud">{t(isMet ? staffText.tickMet : staffText.tickOpen)}</span>
          </li>
        )
      })}
    </ul>
  )
}
