import { Button, Flex, Popconfirm, Select, Tag } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import {
  EnabledFilter,
  EnabledTag,
  SwitchButtons,
  useEnabledChip,
} from '../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../platform/lists/web/filters.ts'
import { ListMenu } from '../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { SearchBox } from '../../platform/lists/web/SearchBox.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { countries, countryName } from '../../platform/text/countries.ts'
import type { Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { channelColumns } from '../columns.ts'
import {
  channelChoices,
  channelQuery,
  copyChannels,
  createChannel,
  getChannel,
  listChannels,
  switchChannels,
} from '../contract.ts'
import { listPools } from '../numbers/contract.ts'
import { numberImport } from '../numbers/import-form.ts'
import { numberText, supplyText } from '../numbers/text.ts'
import { FEW_NUMBERS, isTroubled, successWords } from '../rules.ts'
import { channelsText } from '../text.ts'
import { Countries } from './Countries.tsx'
import type { StarterName } from './channel-typed.ts'
import './channels.css'

const NewChannel = lazyDialog(() => import('./ChannelForm.tsx'), 'NewChannel')
const ChannelDrawer = lazyDrawer(() => import('./ChannelDrawer.tsx'), 'ChannelDrawer')

const readings = [listChannels, getChannel, channelChoices, listPools]

type Open = { what: 'new'; starter?: StarterName } | { what: 'import' }

/** The ways parcels leave the warehouse, as a view of the channel page. */
export function ChannelList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(channelQuery)
  const list = useAnswer(listChannels, filters.value)
  const picks = usePicks('channels', filters.value)
  const [isOpen, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const switching = useBulk(switchChannels, { refreshes: readings, picks })
  const copying = useBulk(copyChannels, { refreshes: readings, picks })
  const {
    table,
    columns,
    views: own,
  } = useTable('channels', channelColumns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
    countries: (row) => <Countries codes={row.countries} />,
    numbersLeft: ({ numbersLeft }) => <NumbersLeft left={numbersLeft} />,
    weekCalls: (row) =>
      isTroubled(row) ? <Tag color="warning">{successWords(row)}</Tag> : successWords(row),
    customerCount: ({ customerCount }) => customerCount ?? t(channelsText.forAll),
  })
  const mayChange = may(createChannel.permission)
  const isFull = useFeature('channel') === 'full'
  useShortcut('new', () => setOpen({ what: 'new' }), mayChange && isFull && isOpen === undefined)
  const chips = useChips()

  return (
    <ListPage
      title={t(title)}
      views={[...views, ...own]}
      list={list}
      paging={filters}
      actions={
        mayChange && (
          <>
            <Button type="primary" onClick={() => setOpen({ what: 'new' })}>
              {t(channelsText.newChannel)}
            </Button>
            <Button onClick={() => setOpen({ what: 'import' })}>{t(numberText.importList)}</Button>
          </>
        )
      }
      more={
        <>
          <LogButton of="channel" />
          <ListMenu table={table} filters={filters.value} />
        </>
      }
      filters={<ChannelFilters filters={filters} />}
      chips={chips}
      {...(mayChange && {
        picks,
      })}
      bulk={
        <>
          <SwitchButtons
            picks={picks}
            bulk={switching}
            ask={t(channelsText.disableAsk, { count: picks.count })}
            warning={t(channelsText.disableWarning)}
          />
          <Popconfirm
            title={t(channelsText.copyAsk, { count: picks.count })}
            description={t(channelsText.copyHint)}
            okText={t(channelsText.copy)}
            onConfirm={() => copying.run({ ids: picks.ids })}
          >
            <Button loading={copying.isPending}>{t(channelsText.copy)}</Button>
          </Popconfirm>
        </>
      }
      panel={
        <>
          {switching.panel}
          {copying.panel}
          {isOpen?.what === 'new' && <NewChannel starter={isOpen.starter} onClose={close} />}
          {isOpen?.what === 'import' && (
            <ImportDialog form={numberImport} refreshes={readings} onClose={close} />
          )}
        </>
      }
      columns={columns}
      density={table.density}
      empty={{
        title: t(channelsText.noChannels),
        action: mayChange && (
          <Starters onStart={(starter) => setOpen({ what: 'new', ...(starter && { starter }) })} />
        ),
      }}
      drawer={(open, closeRow) => <ChannelDrawer id={open} onClose={closeRow} />}
    />
  )
}

function NumbersLeft({ left }: { left: number | null }) {
  const t = useText()
  if (left === null) return null
  const count = left.toLocaleString('en-US')
  return left < FEW_NUMBERS ? (
    <Tag color="warning">
      {count} · {t(supplyText(left))}
    </Tag>
  ) : (
    count
  )
}

/** Nobody has a channel on the first day: three to begin with. */
function Starters({ onStart }: { onStart: (starter?: StarterName) => void }) {
  const t = useText()
  return (
    <Flex vertical gap={12} align="center">
      <p className="hint">{t(channelsText.startHint)}</p>
      <div className="starters">
        <Button onClick={() => onStart('truck')}>{t(channelsText.starterTruck)}</Button>
        <Button onClick={() => onStart('platform')}>{t(channelsText.starterPlatform)}</Button>
        <Button onClick={() => onStart('api')}>{t(channelsText.starterApi)}</Button>
        <Button type="primary" onClick={() => onStart()}>
          {t(channelsText.newChannel)}
        </Button>
      </div>
    </Flex>
  )
}

const inWords = (code: string) => `${code} ${countryName(code, language)}`

function useChips() {
  const t = useText()
  const sources = useDictionary('channelLabelSource')
  const methods = useDictionary('channelBillingMethod')
  const enabledChip = useEnabledChip()
  return {
    search: (search: string) => search,
    labelSource: (value: string) => `${t(channelsText.labelSource)}: ${sources.textOf(value)}`,
    carrier: (value: string) => `${t(channelsText.carrier)}: ${value}`,
    billingMethod: (value: string) => `${t(channelsText.billingMethod)}: ${methods.textOf(value)}`,
    countryCode: inWords,
    isEnabled: enabledChip,
  }
}

function ChannelFilters({ filters }: { filters: ReturnType<typeof useFilters<typeof channelQuery>> }) {
  const t = useText()
  const sources = useDictionary('channelLabelSource')
  const methods = useDictionary('channelBillingMethod')
  const choices = useAnswer(channelChoices, {})
  const { value, change } = filters
  return (
    <>
      <SearchBox
        label={t(channelsText.search)}
        value={value.search}
        onSearch={(search) => change({ search })}
      />
      <Select
        className="filter"
        aria-label={t(channelsText.labelSource)}
        placeholder={t(channelsText.labelSource)}
        value={value.labelSource}
        onChange={(labelSource) => change({ labelSource })}
        options={sources.options}
        allowClear
      />
      <Select
        className="filter"
        aria-label={t(channelsText.carrier)}
        placeholder={t(channelsText.carrier)}
        value={value.carrier}
        onChange={(carrier) => change({ carrier })}
        options={(choices.data?.carriers ?? []).map((carrier) => ({ value: carrier, label: carrier }))}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
      />
      <Select
        className="filter"
        aria-label={t(channelsText.billingMethod)}
        placeholder={t(channelsText.billingMethod)}
        value={value.billingMethod}
        onChange={(billingMethod) => change({ billingMethod })}
        options={methods.options}
        allowClear
      />
      <EnabledFilter filters={filters} />
      <Select
        className="filter"
        aria-label={t(columnText.country)}
        placeholder={t(columnText.country)}
        value={value.countryCode}
        onChange={(countryCode) => change({ countryCode })}
        options={countries(language).map(({ code }) => ({ value: code, label: inWords(code) }))}
        showSearch={{ optionFilterProp: 'label' }}
        allowClear
      />
    </>
  )
}
