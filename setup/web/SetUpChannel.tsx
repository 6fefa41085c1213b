import { Button, Flex, Radio } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { AdapterCode } from '../../carriers/carrier.ts'
import { platformChoices } from '../../carriers/contract.ts'
import { createPlatform } from '../../carriers/platform-contract.ts'
import { platformText } from '../../carriers/platform-text.ts'
import { carrierText } from '../../carriers/text.ts'
import { NewAccount } from '../../carriers/web/AccountForm.tsx'
import { AccountTest } from '../../carriers/web/AccountTest.tsx'
import { NewPlatform } from '../../carriers/web/PlatformForm.tsx'
import { channelChoices, createChannel, listChannels } from '../../channels/contract.ts'
import { channelsText } from '../../channels/text.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Field } from '../../platform/forms/web/Field.tsx'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useMissing } from '../../platform/ui/web/missing-right.ts'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { type ChannelWay, channelWays, setUpChannel } from '../contract.ts'
import { setUpText } from '../text.ts'
import { PassOn, readings, type Step, usePass } from './SetUpSteps.tsx'

const ways: Record<ChannelWay, { title: Text; hint: Text }> = {
  own: { title: setUpText.ownWay, hint: setUpText.ownHint },
  carrier: { title: setUpText.carrierWay, hint: setUpText.carrierHint },
  platform: { title: setUpText.platformWay, hint: setUpText.platformHint },
}

/** The connections on which an account can be created. */
const adaptersOf: Record<Exclude<ChannelWay, 'own'>, readonly [AdapterCode, ...AdapterCode[]]> = {
  carrier: ['demo', 'easypost'],
  platform: ['platform'],
}

export function ChannelStep(step: Step) {
  const t = useText()
  const may = useMay()
  const isOwn = useFeature('channel') === 'full'
  const whatIsMissing = useMissing(isOwn && !may(createChannel.permission))
  if (isOwn && may(createChannel.permission)) return <FirstChannel {...step} />
  return (
    <PassOn step={4} text={setUpText.goOn} onTaken={step.onTaken}>
      <p>{isOwn ? whatIsMissing(createChannel.permission) : t(setUpText.fromParent)}</p>
    </PassOn>
  )
}

const blank = {
  way: 'own' as ChannelWay,
  channelCode: '',
  channelName: '',
  carrierAccountId: undefined as number | undefined,
  carrier: 'SELF',
  serviceCode: '',
}
type Typed = typeof blank

/** Another label source starts without the previous account. */
const onWay = (way: ChannelWay): Partial<Typed> => ({
  way,
  carrierAccountId: undefined,
  carrier: way === 'own' ? 'SELF' : '',
})

function FirstChannel({ state, onTaken }: Step) {
  const t = useText()
  const skip = usePass(4, onTaken)
  const [isOpen, setOpen] = useState<'account' | 'platform'>()
  const close = () => setOpen(undefined)
  const { fields, ...form } = useForm(setUpChannel, {
    draft: 'setup-channel',
    initial: blank,
    toInput: ({ carrierAccountId, serviceCode, ...typed }) => ({
      ...typed,
      carrierAccountId: carrierAccountId ?? null,
      serviceCode: typed.way === 'own' ? null : serviceCode,
    }),
    // Required at once, and not only when everything else is valid.
    also: ({ way, carrierAccountId }) =>
      way !== 'own' && carrierAccountId === undefined ? { carrierAccountId: setUpText.accountNeeded } : {},
    refreshes: [...readings, listChannels],
    quiet: true,
    onDone: onTaken,
  })
  const { way } = fields.value
  return (
    <>
      <FormBody
        fields={fields}
        {...form}
        submitText={setUpText.next}
        cancelText={setUpText.skip}
        onCancel={skip.pass}
      >
        <p className="hint">{t(setUpText.channelHint)}</p>
        {state.channels > 0 && <p>{t(setUpText.channelsAre, { count: state.channels })}</p>}
        <Field fields={fields} name="way" label={setUpText.way} hint={t(ways[way].hint)} isRequired>
          {() => (
            <Radio.Group
              vertical
              aria-label={t(setUpText.way)}
              value={way}
              onChange={({ target }) => fields.change(onWay(target.value))}
              options={channelWays.map((value) => ({ value, label: t(ways[value].title) }))}
            />
          )}
        </Field>
        {way !== 'own' && <AccountFields fields={fields} way={way} onNew={setOpen} />}
        <TextField
          fields={fields}
          name="channelCode"
          label={channelsText.channelCode}
          hint={t(channelsText.codeHint)}
          isRequired
        />
        <TextField fields={fields} name="channelName" label={setUpText.channelName} isRequired />
        <TextField fields={fields} name="carrier" label={channelsText.carrier} isRequired />
        <p>
          <Link to="/setting/channel">{t(setUpText.channelLink)}</Link>
        </p>
      </FormBody>
      {/* Outside the step's own form, which would otherwise submit on their buttons. */}
      {isOpen === 'account' && way !== 'own' && (
        <NewAccount
          adapters={adaptersOf[way]}
          onMade={({ id, carrier }) => fields.change({ carrierAccountId: id, carrier })}
          onClose={close}
        />
      )}
      {isOpen === 'platform' && <NewPlatform onClose={close} />}
    </>
  )
}

/** The label account: an existing one, or one created here, with a connection test. */
function AccountFields({
  fields,
  way,
  onNew,
}: {
  fields: Fields<Typed>
  way: Exclude<ChannelWay, 'own'>
  onNew: (what: 'account' | 'platform') => void
}) {
  const t = useText()
  const may = useMay()
  const choices = useAnswer(channelChoices, {})
  const platforms = useAnswer(platformChoices, {})
  const mayDescribe = useFeature('basicData') === 'full' && may(createPlatform.permission)
  const isPlatform = way === 'platform'
  const accounts = (choices.data?.accounts ?? []).filter(
    (item) => item.isEnabled && item.isPlatform === isPlatform,
  )
  const pick = (next: Partial<Typed>) => {
    const picked = accounts.find(({ id }) => id === next.carrierAccountId)
    fields.change({ ...next, ...(picked && { carrier: picked.carrier }) })
  }
  const { carrierAccountId } = fields.value
  return (
    <>
      <SelectField
        fields={{ ...fields, change: pick }}
        name="carrierAccountId"
        label={isPlatform ? channelsText.platformAccount : channelsText.account}
        placeholder={accounts.length === 0 && t(setUpText.noAccountYet)}
        isRequired
        options={accounts.map(({ id, carrier, accountName }) => ({
          value: id,
          label: `${accountName} · ${carrier}`,
        }))}
      />
      <Flex className="setup-account" gap={8} wrap align="center">
        {isPlatform && mayDescribe && (
          <Button onClick={() => onNew('platform')}>{t(platformText.newPlatform)}</Button>
        )}
        {(!isPlatform || Boolean(platforms.data?.length)) && (
          <Button onClick={() => onNew('account')}>{t(carrierText.newAccount)}</Button>
        )}
        {carrierAccountId !== undefined && <AccountTest key={carrierAccountId} id={carrierAccountId} />}
      </Flex>
      <TextField
        fields={fields}
        name="serviceCode"
        label={channelsText.serviceCode}
        hint={t(channelsText.serviceHint)}
        isRequired={!isPlatform}
      />
    </>
  )
}
