import { Alert, Button, Checkbox, Flex, Form, Input, type InputProps, Select, type SelectProps } from 'antd'
import type { FormEvent, ReactNode } from 'react'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { useFormInside } from './closing.ts'
import type { Draft } from './drafts.ts'
import { Field } from './Field.tsx'
import type { Fields } from './fields.ts'
import './form.css'

type Of<V extends object> = { fields: Fields<V>; name: keyof V & string }
type FieldProps = { label: Text; isRequired?: boolean; hint?: ReactNode }

/** A text input in a form. */
export function TextField<V extends object>({
  fields,
  name,
  label,
  isRequired = false,
  hint,
  ...input
}: Of<V> & FieldProps & InputProps) {
  return (
    <Field fields={fields} name={name} label={label} isRequired={isRequired} hint={hint}>
      {(answer) => <Input {...fields.bind(name)} {...answer} autoComplete="off" {...input} />}
    </Field>
  )
}

/** Options are found by a part of their label; those that begin with what was typed come first, so that DE finds Germany. */
export const searchedByLabel: SelectProps['showSearch'] = {
  optionFilterProp: 'label',
  filterSort: (a, b, { searchValue }) => {
    const isOther = ({ label }: typeof a) =>
      !String(label).toLowerCase().startsWith(searchValue.trim().toLowerCase())
    return Number(isOther(a)) - Number(isOther(b))
  },
}

/** One of several options, or none. */
export function SelectField<V extends object>({
  fields,
  name,
  label,
  isRequired = false,
  hint,
  ...select
}: Of<V> & FieldProps & Omit<SelectProps, 'value' | 'onChange'>) {
  return (
    <Field fields={fields} name={name} label={label} isRequired={isRequired} hint={hint}>
      {(answer) => (
        <Select
          id={fields.idOf(name)}
          {...answer}
          value={fields.value[name]}
          onChange={(value: unknown) => fields.change({ [name]: value } as Partial<V>)}
          onBlur={() => fields.leave(name)}
          allowClear={!isRequired}
          showSearch={searchedByLabel}
          {...select}
        />
      )}
    </Field>
  )
}

/** One or several of many options: the server finds them by what is typed. */
export function SearchField<V extends object>({
  onSearch,
  ...select
}: Of<V> &
  FieldProps &
  Omit<SelectProps, 'value' | 'onChange' | 'onSearch'> & { onSearch: (search: string) => void }) {
  return (
    <SelectField
      {...select}
      showSearch={{ filterOption: false, onSearch }}
      // What was typed is gone when it closes, and all are offered again.
      onOpenChange={(isOpen) => !isOpen && onSearch('')}
    />
  )
}

/** One of several options that all have labels. */
export function ChoiceField<V extends object>({
  words,
  ...select
}: Of<V> & FieldProps & { words: Readonly<Record<string, Text>> }) {
  const t = useText()
  const options = Object.entries(words).map(([value, text]) => ({ value, label: t(text) }))
  return <SelectField {...select} options={options} isRequired />
}

/** Yes or no, each with its own label. */
export function CheckField<V extends object>({
  fields,
  name,
  label,
  hint,
}: Of<V> & Omit<FieldProps, 'isRequired'>) {
  const t = useText()
  return (
    <Form.Item extra={hint}>
      <Checkbox
        id={fields.idOf(name)}
        checked={Boolean(fields.value[name])}
        onChange={({ target }) => fields.change({ [name]: target.checked } as Partial<V>)}
      >
        {t(label)}
      </Checkbox>
    </Form.Item>
  )
}

/** Says that the record was saved elsewhere since the edits were begun, and what to do about it. */
export function ChangedNotice({
  fields,
  isPending,
}: {
  fields: Pick<Draft<object>, 'isOutdated' | 'clear' | 'keepEdits'>
  /** While it is sent, the change may be its own. */
  isPending: boolean
}) {
  const t = useText()
  if (!fields.isOutdated || isPending) return null
  return (
    <Alert
      type="warning"
      showIcon
      className="form-changed"
      title={t(webText.changedMeanwhile)}
      description={t(webText.changedMeanwhileHint)}
      action={
        <Flex vertical gap={8}>
          <Button size="small" onClick={fields.clear}>
            {t(webText.discardChanges)}
          </Button>
          <Button size="small" onClick={fields.keepEdits}>
            {t(webText.keepChanges)}
          </Button>
        </Flex>
      }
    />
  )
}

/** The fields of a form, side by side where there is room, and its buttons, which stay in view. */
export function FormBody<V extends object>({
  fields,
  onSubmit,
  isPending,
  submitText = webText.save,
  cancelText = webText.cancel,
  onCancel,
  canSubmit = true,
  children,
}: {
  fields: Fields<V>
  onSubmit: (event: FormEvent) => void
  isPending: boolean
  canSubmit?: boolean
  submitText?: Text
  cancelText?: Text
  onCancel?: (() => void) | undefined
  children: ReactNode
}) {
  const t = useText()
  useFormInside(fields)
  const cancel = () => {
    fields.clear()
    onCancel?.()
  }
  return (
    <form ref={fields.box} noValidate onSubmit={onSubmit}>
      <Form layout="vertical" component="div">
        <ChangedNotice fields={fields} isPending={isPending} />
        <div className="form-fields">{children}</div>
        <Flex className="form-foot" gap={8} wrap justify="end">
          {onCancel && <Button onClick={cancel}>{t(cancelText)}</Button>}
          <Button type="primary" htmlType="submit" loading={isPending} disabled={!canSubmit}>
            {t(submitText)}
          </Button>
        </Flex>
      </Form>
    </form>
  )
}
