import { Button, Descriptions, Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import { columnText } from '../../lib/column-text.ts'
import { countryName } from '../../lib/countries.ts'
import { listText } from '../../lib/lists.ts'
import type { Text } from '../../lib/text.ts'
import { useAnswer, useCommand } from '../../lib/web/call.ts'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { EnabledTag } from '../../lib/web/Enabled.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { language, useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { channel, copyChannels, editChannel, listChannels } from '../contract.ts'
import { usesOf } from '../rules.ts'
import { channelsText } from '../text.ts'
import { inUnit } from './ChannelFields.tsx'
import { EditChannel } from './ChannelForm.tsx'
import { Countries } from './Countries.tsx'
import type { Channel } from './channel-typed.ts'
import { NumberPools } from './NumberPools.tsx'

/** One channel: everything about it, its numbers, and the ways to change and to copy it. */
export function ChannelDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const found = useAnswer(channel, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  const name = found.data && (language === 'zh_CN' ? found.data.nameZh : found.data.nameEn)
  return (
    <DetailDrawer
      title={found.data ? `${found.data.channelCode} · ${name}` : t(channelsText.channelsTitle)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={found}
      width={760}
    >
      {(one) =>
        edited === id ? (
          <EditChannel of={one} onClose={() => setEdited(undefined)} />
        ) : (
          <Shown of={one} onEdit={() => setEdited(id)} />
        )
      }
    </DetailDrawer>
  )
}

function Shown({ of, onEdit }: { of: Channel; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const mayChange = useFeature('channel') === 'full' && may(editChannel.permission)
  const copying = useCommand(copyChannels, { refreshes: [listChannels] })
  const hasNumbers = of.labelSource === '2'
  return (
    <Flex vertical gap={16}>
      {mayChange && (
        <Flex gap={8} wrap align="center">
          <Button onClick={onEdit}>{t(channelsText.edit)}</Button>
          <Button loading={copying.isPending} onClick={() => copying.mutate({ ids: [of.id] })}>
            {t(channelsText.copy)}
          </Button>
          <span className="hint">{t(channelsText.copyHint)}</span>
        </Flex>
      )}
      {hasNumbers && <NumberPools of={of} mayChange={mayChange && of.numbersLeft !== null} />}
      <Facts of={of} />
    </Flex>
  )
}

type Line = [Text, ReactNode]

function Facts({ of }: { of: Channel }) {
  const t = useText()
  const uses = usesOf(of)
  const { weight, side } = useUnits()
  const words = {
    source: useDictionary('channelLabelSource'),
    method: useDictionary('channelBillingMethod'),
    format: useDictionary('hwmsLabelFormat'),
    rounding: useDictionary('dimRounding'),
    basis: useDictionary('weightBasis'),
  }
  const yesNo = (value: boolean) => t(value ? listText.yes : listText.no)
  const label: Line[] = [
    [channelsText.labelSource, words.source.textOf(of.labelSource)],
    [channelsText.labelFormat, words.format.textOf(of.labelFormat)],
    ...(uses.account ? [[channelsText.account, of.accountName] satisfies Line] : []),
    ...(uses.carrier
      ? ([
          [channelsText.serviceCode, of.serviceCode],
          [channelsText.voidDays, of.voidDays],
          [channelsText.supportSignature, yesNo(of.supportSignature)],
          [channelsText.supportInsurance, yesNo(of.supportInsurance)],
        ] satisfies Line[])
      : []),
    ...(uses.label ? [[channelsText.watermark, of.watermarkName] satisfies Line] : []),
    ...(uses.uploads ? [[channelsText.trackingPattern, of.trackingPattern] satisfies Line] : []),
  ]
  const billing: Line[] = [
    [channelsText.billingMethod, words.method.textOf(of.billingMethod)],
    ...(uses.weighing
      ? ([
          [channelsText.weightBasis, words.basis.textOf(of.weightBasis)],
          [channelsText.dimDivisor, of.dimDivisor],
          [inUnit(channelsText.dimTriggerVolume, side && `${side}³`), of.dimTriggerVolume],
          [channelsText.dimRounding, words.rounding.textOf(of.dimRounding)],
          [inUnit(channelsText.weightStep, weight), of.weightStep],
        ] satisfies Line[])
      : []),
  ]
  return (
    <>
      <Block
        title={channelsText.general}
        lines={[
          [channelsText.channelCode, of.channelCode],
          [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
          [channelsText.nameZh, of.nameZh],
          [channelsText.nameEn, of.nameEn],
          [channelsText.carrier, of.carrier],
          [channelsText.cutoff, of.cutoffTime],
          [columnText.updatedAt, <LocalTime key="updated" at={of.updatedAt} />],
        ]}
      />
      <Block title={channelsText.label} lines={label} />
      <Block title={channelsText.billing} lines={billing} />
      <Block
        title={channelsText.limits}
        lines={[
          [inUnit(channelsText.maxWeight, weight), of.maxWeight],
          [inUnit(channelsText.maxLongest, side), of.maxLongest],
          [inUnit(channelsText.maxGirthSum, side), of.maxGirthSum],
        ]}
      />
      <Block
        title={channelsText.addresses}
        lines={[
          [
            channelsText.countries,
            of.countries.length <= 12 ? (
              of.countries.map((code) => `${code} ${countryName(code, language)}`).join(', ')
            ) : (
              <Countries key="countries" codes={of.countries} />
            ),
          ],
          [channelsText.needPhone, yesNo(of.needPhone)],
          [channelsText.needEmail, yesNo(of.needEmail)],
          [channelsText.addressLen, of.addressLen],
        ]}
      />
      <Block
        title={channelsText.customers}
        lines={[
          [
            channelsText.customerScope,
            of.customerScope === 'all'
              ? t(channelsText.forAll)
              : of.customers.map((one) => `${one.customerCode} ${one.customerName}`).join(', '),
          ],
        ]}
      />
    </>
  )
}

function Block({ title, lines }: { title: Text; lines: Line[] }) {
  const t = useText()
  return (
    <Descriptions
      title={t(title)}
      column={1}
      size="small"
      bordered
      items={lines.map(([label, children]) => ({
        key: t(label),
        label: t(label),
        children: children ?? '–',
      }))}
    />
  )
}
