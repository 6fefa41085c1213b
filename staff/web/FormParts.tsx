import { Button, Checkbox, Input, Space } from 'antd'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Field } from '../../platform/forms/web/Field.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { listRoles, type RoleRow } from '../contract.ts'
import { readablePassword } from '../readable-password.ts'
import { roleTitle, supportRole } from '../roles/roles.ts'
import { staffText } from '../text.ts'
import './staff.css'

type Of<V extends object> = { fields: Fields<V>; name: keyof V & string }

/** A password that somebody else will read: plain to see, and made by the page if one likes. */
export function MadePassword<V extends object>({
  fields,
  name,
  label,
  onMade,
}: Of<V> & { label: Text; onMade: (password: string) => void }) {
  const t = useText()
  const make = () => onMade(readablePassword((bytes) => crypto.getRandomValues(bytes)))
  return (
    <Field fields={fields} name={name} label={label} isRequired hint={t(staffText.passwordForm)}>
      {(answer) => (
        <Space.Compact block>
          <Input
            {...fields.bind(name)}
            {...answer}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={200}
            className="made-password"
          />
          <Button onClick={make}>{t(staffText.generate)}</Button>
        </Space.Compact>
      )}
    </Field>
  )
}

/** Support comes and goes by a grant; nobody on the staff holds its role. */
const isToGive = ({ code, isSystem }: RoleRow) => !isSystem || code !== supportRole.code

/** Which roles somebody has. A role that gives more than the reader has cannot be given, and says so. */
export function RolesField<V extends object>({
  fields,
  name,
  value,
  onChange,
  isLocked = false,
}: Of<V> & { value: number[]; onChange: (roleIds: number[]) => void; isLocked?: boolean }) {
  const t = useText()
  const may = useMay()
  const roles = useAnswer(listRoles, {})
  return (
    <Field fields={fields} name={name} label={staffText.roles} isRequired>
      {(answer) => (
        <fieldset
          className="bare"
          id={fields.idOf(name)}
          aria-label={t(staffText.roles)}
          aria-describedby={answer['aria-describedby']}
          tabIndex={-1}
        >
          <QueryBoundary answer={roles}>
            {(all) => (
              <Checkbox.Group
                className="role-choice"
                value={value}
                onChange={(picked) => {
                  onChange(picked.map(Number))
                  fields.leave(name)
                }}
              >
                {all.filter(isToGive).map((role) => {
                  const isMine = role.permissions.every(may)
                  return (
                    <Checkbox key={role.id} value={role.id} disabled={isLocked || !isMine}>
                      {t(roleTitle(role))}
                      {!isMine && <span className="hint"> ({t(staffText.beyondYou)})</span>}
                    </Checkbox>
                  )
                })}
              </Checkbox.Group>
            )}
          </QueryBoundary>
        </fieldset>
      )}
    </Field>
  )
}
