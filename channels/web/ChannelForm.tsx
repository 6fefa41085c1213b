import { useEffect } from 'react'
import { CheckField, FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../platform/ui/web/DetailDrawer.tsx'
import { channelChoices, createChannel, editChannel, getChannel, listChannels } from '../contract.ts'
import { numberText } from '../numbers/text.ts'
import { usesOf } from '../rules.ts'
import { channelsText } from '../text.ts'
import { ChannelFields, GeneralFields, Section } from './ChannelFields.tsx'
import { type Channel, type StarterName, sentOf, starters, type Typed, typedOf } from './channel-typed.ts'
import { noRange, RangeFields, rangeProblems, sentRange, type TypedRange } from './RangeFields.tsx'

type NewTyped = { channelCode: string } & Typed & { hasRange: boolean } & TypedRange

const blank: NewTyped = { channelCode: '', ...typedOf(), hasRange: true, ...noRange }

const takesRange = (typed: NewTyped) => typed.hasRange && usesOf(typed).ownNumbers

const numbersPart = ({
  prefix,
  digits,
  checkRule,
  suffix,
  firstNo,
  lastNo,
  hasRange,
  ...typed
}: NewTyped) => ({
  typed,
  range: { prefix, digits, checkRule, suffix, firstNo, lastNo },
})

/** A new channel, empty or from a common template. */
export function NewChannel({ starter, onClose }: { starter: StarterName | undefined; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(createChannel, {
    draft: `new-channel${starter ? `-${starter}` : ''}`,
    initial: starter ? { ...blank, ...starters[starter] } : blank,
    toInput: (value) => {
      const { typed, range } = numbersPart(value)
      const { channelCode, ...facts } = typed
      return { channelCode, ...sentOf(facts), pool: takesRange(value) ? sentRange(range) : null }
    },
    also: (value) => (takesRange(value) ? rangeProblems(value) : {}),
    refreshes: [listChannels, channelChoices],
    onDone: onClose,
  })
  const uses = usesOf(fields.value)
  const { box } = fields
  // The drawer takes the focus when it opens; a user who opened it by keyboard wants to type at once.
  useEffect(() => {
    const soon = setTimeout(() => box.current?.querySelector('input')?.focus())
    return () => clearTimeout(soon)
  }, [box])
  return (
    <DetailDrawer title={t(channelsText.newChannel)} isOpen onClose={onClose} isForm>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <Section title={channelsText.general}>
          <TextField
            fields={fields}
            name="channelCode"
            label={channelsText.channelCode}
            hint={t(channelsText.codeHint)}
            isRequired
          />
          <GeneralFields fields={fields} />
        </Section>
        <ChannelFields fields={fields} channelCode={fields.value.channelCode} />
        {uses.ownNumbers && (
          <Section title={numberText.numbers}>
            <div className="is-wide">
              <CheckField fields={fields} name="hasRange" label={numberText.addRange} />
            </div>
            {fields.value.hasRange && <RangeFields fields={fields} />}
          </Section>
        )}
      </FormBody>
    </DetailDrawer>
  )
}

export function EditChannel({ of, onClose }: { of: Channel; onClose: () => void }) {
  const { fields, ...form } = useForm(editChannel, {
    draft: `channel-${of.id}`,
    initial: typedOf(of),
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sentOf(typed) }),
    refreshes: [listChannels, getChannel, channelChoices],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Section title={channelsText.general}>
        <GeneralFields fields={fields} />
      </Section>
      <ChannelFields fields={fields} channelCode={of.channelCode} />
    </FormBody>
  )
}
