import { Button, Flex } from 'antd'
import { useState } from 'react'
import { carrierAccount } from '../../carriers/contract.ts'
import { carrierText } from '../../carriers/text.ts'
import { AccountDrawer } from '../../carriers/web/AccountDrawer.tsx'
import { AccountCalls, AccountFacts } from '../../carriers/web/AccountFacts.tsx'
import { AccountTest } from '../../carriers/web/AccountTest.tsx'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { EditDrawer } from '../../platform/forms/web/EditDrawer.tsx'
import { columnText } from '../../platform/lists/column-text.ts'
import { inUnit } from '../../platform/lists/columns.ts'
import { listText } from '../../platform/lists/lists.ts'
import { EnabledTag } from '../../platform/lists/web/Enabled.tsx'
import { countryName } from '../../platform/text/countries.ts'
import { listed } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { type Fact, FactList } from '../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { copyChannels, editChannel, getChannel, listChannels } from '../contract.ts'
import { addPool } from '../numbers/contract.ts'
import { NumberPools } from '../numbers/web/NumberPools.tsx'
import { successWords, usesOf } from '../rules.ts'
import { channelsText } from '../text.ts'
import { zoneText } from '../zones/text.ts'
import { EditChannel } from './ChannelForm.tsx'
import { Countries } from './Countries.tsx'
import type { Channel } from './channel-typed.ts'
import { LabelBeside } from './LabelFields.tsx'

/** One channel: details, numbers, edit and copy. */
export function ChannelDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const nameOf = ({ nameZh, nameEn }: Channel) => (language === 'zh_CN' ? nameZh : nameEn)
  const may = useMay()
  // A satellite gets its channels from the main warehouse, and has its own numbers and accounts.
  const mayCarry = useFeature('carrier') === 'full' && may(addPool.permission)
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={getChannel}
      editCall={editChannel}
      title={(item) => (item ? `${item.channelCode} · ${nameOf(item)}` : t(channelsText.channelsTitle))}
      actions={(item) => <Copy of={item} />}
      log={(item) => <LogButton of="channel" object={item.id} />}
      facts={(item) => (
        <>
          {item.labelSource === 'self_built' && (
            <NumberPools of={item} mayChange={mayCarry && item.numbersLeft !== null} />
          )}
          <Facts of={item} mayEdit={mayCarry} />
          {item.carrierAccountId !== null && <AccountCalls id={item.carrierAccountId} />}
        </>
      )}
      form={(item, close) => <EditChannel of={item} onClose={close} />}
    />
  )
}

function Copy({ of }: { of: Channel }) {
  const t = useText()
  const copying = useCommand(copyChannels, { refreshes: [listChannels] })
  return (
    <>
      <Button loading={copying.isPending} onClick={() => copying.mutate({ ids: [of.id] })}>
        {t(channelsText.copy)}
      </Button>
      <span className="hint">{t(channelsText.copyHint)}</span>
    </>
  )
}

/** The account that buys the labels: its settings, its connection test, and its edit form. */
function Account({ id, mayEdit }: { id: number; mayEdit: boolean }) {
  const t = useText()
  const account = useAnswer(carrierAccount, { id: String(id) }, { keep: false })
  const [isOpen, setOpen] = useState(false)
  return (
    <section aria-label={t(channelsText.account)}>
      <Flex vertical gap={12}>
        <QueryBoundary answer={account}>
          {(item) => <AccountFacts title={channelsText.account} of={item} />}
        </QueryBoundary>
        {mayEdit && (
          <Flex gap={8} wrap align="center">
            <Button onClick={() => setOpen(true)}>{t(carrierText.openAccount)}</Button>
            <AccountTest id={id} />
          </Flex>
        )}
      </Flex>
      <AccountDrawer id={isOpen ? String(id) : undefined} onClose={() => setOpen(false)} />
    </section>
  )
}

function Facts({ of, mayEdit }: { of: Channel; mayEdit: boolean }) {
  const t = useText()
  const uses = usesOf(of)
  const { weight, side, packageVolume } = useUnits()
  const words = {
    source: useDictionary('channelLabelSource'),
    method: useDictionary('channelBillingMethod'),
    format: useDictionary('hwmsLabelFormat'),
    rounding: useDictionary('dimRounding'),
    basis: useDictionary('weightBasis'),
  }
  const yesNo = (value: boolean) => t(value ? listText.yes : listText.no)
  const label: Fact[] = [
    [channelsText.labelSource, words.source.textOf(of.labelSource)],
    [channelsText.labelFormat, words.format.textOf(of.labelFormat)],
    ...(uses.carrier
      ? ([
          [channelsText.success, successWords(of)],
          [channelsText.serviceCode, of.serviceCode],
          [channelsText.voidDays, of.voidDays],
          [channelsText.supportSignature, yesNo(of.supportSignature)],
          [channelsText.supportInsurance, yesNo(of.supportInsurance)],
        ] satisfies Fact[])
      : []),
    ...(uses.label ? [[channelsText.watermark, of.watermarkName] satisfies Fact] : []),
    ...(uses.uploads ? [[channelsText.trackingPattern, of.trackingPattern] satisfies Fact] : []),
  ]
  const billing: Fact[] = [
    [channelsText.billingMethod, words.method.textOf(of.billingMethod)],
    ...(uses.weighing
      ? ([
          [zoneText.schema, of.zoneSchemaCode && `${of.zoneSchemaCode} ${of.zoneSchemaName}`],
          [channelsText.weightBasis, words.basis.textOf(of.weightBasis)],
          [channelsText.dimDivisor, of.dimDivisor],
          [inUnit(channelsText.dimTriggerVolume, packageVolume), of.dimTriggerVolume],
          [channelsText.dimRounding, words.rounding.textOf(of.dimRounding)],
          [inUnit(channelsText.weightStep, weight), of.weightStep],
        ] satisfies Fact[])
      : []),
  ]
  return (
    <>
      <FactList
        title={channelsText.general}
        facts={[
          [channelsText.channelCode, of.channelCode],
          [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
          [channelsText.nameZh, of.nameZh],
          [channelsText.nameEn, of.nameEn],
          [channelsText.carrier, of.carrier],
          [channelsText.cutoff, of.cutoffTime],
          [columnText.updatedAt, <LocalTime key="updated" at={of.updatedAt} />],
        ]}
      />
      <LabelBeside of={of} isShown={uses.label}>
        <FactList title={channelsText.label} facts={label} />
      </LabelBeside>
      {of.carrierAccountId !== null && <Account id={of.carrierAccountId} mayEdit={mayEdit} />}
      <FactList title={channelsText.billing} facts={billing} />
      <FactList
        title={channelsText.limits}
        facts={[
          [inUnit(channelsText.maxWeight, weight), of.maxWeight],
          [inUnit(channelsText.maxLongest, side), of.maxLongest],
          [inUnit(channelsText.maxGirthSum, side), of.maxGirthSum],
        ]}
      />
      <FactList
        title={channelsText.addresses}
        facts={[
          [
            channelsText.countries,
            of.countries.length <= 12 ? (
              listed(
                of.countries.map((code) => `${code} ${countryName(code, language)}`),
                language,
              )
            ) : (
              <Countries key="countries" codes={of.countries} />
            ),
          ],
          [channelsText.needPhone, yesNo(of.needPhone)],
          [channelsText.needEmail, yesNo(of.needEmail)],
          [channelsText.addressLen, of.addressLen],
        ]}
      />
      <FactList
        title={channelsText.customers}
        facts={[
          [
            channelsText.customerScope,
            of.customerScope === 'all'
              ? t(channelsText.forAll)
              : of.customers
                  .map((customer) => `${customer.customerCode} ${customer.customerName}`)
                  .join(', '),
          ],
        ]}
      />
    </>
  )
}
