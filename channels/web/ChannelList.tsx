import { Button, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import { EnabledTag, enabledFilter, SwitchButtons } from '../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../platform/lists/web/filters.ts'
import type { ListAction } from '../../platform/lists/web/ListActions.tsx'
import type { FilterDefs } from '../../platform/lists/web/ListFilters.tsx'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { countries, countryName } from '../../platform/text/countries.ts'
import type { Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { useLogAction } from '../../staff/audit/web/LogButton.tsx'
import { disableAnyway } from '../../warehouse/open-orders.ts'
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

/** The channels, as a view of the channel page. */
export function ChannelList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(channelQuery)
  const list = useAnswer(listChannels, filters.value)
  const picks = usePicks('channels', filters.value)
  const [isOpen, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const switching = useBulk(switchChannels, { refreshes: readings, picks, anyway: disableAnyway })
  const copying = useBulk(copyChannels, { refreshes: readings, picks })
  const table = useTable('channels', channelColumns, {
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
  const log = useLogAction('channel')
  const start = (label: Text, starter?: StarterName): ListAction => ({
    label: t(label),
    run: () => setOpen({ what: 'new', ...(starter && { starter }) }),
    isPrimary: starter === undefined,
  })

  return (
    <ListPage
      title={t(title)}
      views={views}
      list={list}
      table={table}
      paging={filters}
      actions={[
        mayChange && start(channelsText.newChannel),
        mayChange && { label: t(numberText.importList), run: () => setOpen({ what: 'import' }) },
        log,
      ]}
      filters={useChannelFilters()}
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
      // A new company has no channel: three templates to start with.
      empty={{
        title: t(channelsText.noChannels),
        ...(mayChange && {
          why: t(channelsText.startHint),
          actions: [
            start(channelsText.starterTruck, 'truck'),
            start(channelsText.starterPlatform, 'platform'),
            start(channelsText.starterApi, 'api'),
            start(channelsText.newChannel),
          ],
        }),
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

const inWords = (code: string) => `${code} ${countryName(code, language)}`

function useChannelFilters(): FilterDefs<z.output<typeof channelQuery>> {
  const t = useText()
  const choices = useAnswer(channelChoices, {})
  return [
    { kind: 'search', name: 'search', label: t(channelsText.search) },
    {
      kind: 'choice',
      name: 'labelSource',
      label: t(channelsText.labelSource),
      options: useDictionary('channelLabelSource').options,
    },
    {
      kind: 'choice',
      name: 'carrier',
      label: t(channelsText.carrier),
      options: (choices.data?.carriers ?? []).map((carrier) => ({ value: carrier, label: carrier })),
      isSearched: true,
    },
    {
      kind: 'choice',
      name: 'billingMethod',
      label: t(channelsText.billingMethod),
      options: useDictionary('channelBillingMethod').options,
    },
    enabledFilter(t),
    {
      kind: 'choice',
      name: 'countryCode',
      label: t(columnText.country),
      options: countries(language).map(({ code }) => ({ value: code, label: inWords(code) })),
      isSearched: true,
    },
  ]
}
