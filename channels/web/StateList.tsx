import { Button, Descriptions, Flex, Modal, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { OutputOf } from '../../lib/call.ts'
import { columnText } from '../../lib/column-text.ts'
import { countries, countryName } from '../../lib/countries.ts'
import type { Text } from '../../lib/text.ts'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useTable } from '../../lib/web/columns.tsx'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { EnabledFilter, EnabledTag, SwitchButtons, useEnabledChip } from '../../lib/web/Enabled.tsx'
import { FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { useForm } from '../../lib/web/form.ts'
import { ImportDialog } from '../../lib/web/ImportDialog.tsx'
import { ListMenu } from '../../lib/web/ListMenu.tsx'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { language, useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import { webText } from '../../lib/web/text.ts'
import type { View } from '../../lib/web/Views.tsx'
import { listTrail } from '../../staff/contract.ts'
import { stateColumns } from '../state-columns.ts'
import {
  createState,
  editState,
  listStates,
  state,
  stateCountries,
  stateQuery,
  switchStates,
} from '../state-contract.ts'
import { stateImport } from '../state-import.ts'
import { stateText } from '../state-text.ts'

const readings = [listStates, state, stateCountries]
/** Who changed which state, and how. */
const LOG = '/setting/audit?type=state'
const inWords = (code: string) => `${code} ${countryName(code, language)}`

/** States and provinces per country, as a view of the basic configuration. */
export function StateList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const filters = useFilters(stateQuery)
  const list = useAnswer(listStates, filters.value)
  const here = useAnswer(stateCountries, {})
  const [picked, setPicked] = useState<number[]>([])
  const [isOpen, setOpen] = useState<'new' | 'import'>()
  const close = () => setOpen(undefined)
  const switching = useBulk(switchStates, { refreshes: readings, setPicked })
  const { table, columns } = useTable('states', stateColumns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
    countryCode: ({ countryCode }) => inWords(countryCode),
  })
  const mayChange = may(createState.permission)
  const isFull = useFeature('basicData') === 'full'
  useShortcut('new', () => setOpen('new'), mayChange && isFull)
  const enabledChip = useEnabledChip()
  const newButton = mayChange && (
    <Button type="primary" onClick={() => setOpen('new')}>
      {t(stateText.newState)}
    </Button>
  )

  return (
    <ListPage
      title={t(title)}
      views={views}
      list={list}
      paging={filters}
      actions={
        mayChange && (
          <>
            {newButton}
            <Button onClick={() => setOpen('import')}>{t(stateText.import)}</Button>
          </>
        )
      }
      more={
        <>
          {may(listTrail.permission) && (
            <Button
              href={LOG}
              onClick={(event) => {
                if (event.ctrlKey || event.metaKey) return
                event.preventDefault()
                navigate(LOG)
              }}
            >
              {t(stateText.log)}
            </Button>
          )}
          <ListMenu table={table} filters={filters.value} />
        </>
      }
      filters={
        <>
          <SearchBox
            label={t(stateText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <Select
            className="filter"
            aria-label={t(columnText.country)}
            placeholder={t(columnText.country)}
            value={filters.value.countryCode}
            onChange={(countryCode) => filters.change({ countryCode })}
            options={(here.data ?? []).map((value) => ({ value, label: inWords(value) }))}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
          />
          <EnabledFilter filters={filters} />
        </>
      }
      chips={{
        search: (search) => search,
        countryCode: inWords,
        isEnabled: enabledChip,
      }}
      {...(mayChange && {
        selection: { selectedRowKeys: picked, onChange: (keys) => setPicked(keys.map(Number)) },
      })}
      bulk={
        <SwitchButtons
          picked={picked}
          bulk={switching}
          ask={t(stateText.disableAsk, { count: picked.length })}
          warning={t(stateText.disableWarning)}
        />
      }
      panel={
        <>
          {switching.panel}
          {isOpen === 'new' && <NewState onClose={close} />}
          {isOpen === 'import' && <ImportDialog form={stateImport} refreshes={readings} onClose={close} />}
        </>
      }
      columns={columns}
      empty={{ title: t(stateText.noStates), action: newButton }}
      drawer={(open, closeRow) => <StateDrawer id={open} onClose={closeRow} />}
    />
  )
}

function NewState({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(createState, {
    draft: 'new-state',
    initial: { countryCode: '' as string | undefined, stateCode: '', nameZh: '', nameEn: '' },
    toInput: (typed) => ({ ...typed, countryCode: typed.countryCode ?? '' }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Modal
      open
      title={t(stateText.newState)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="countryCode"
          label={columnText.country}
          isRequired
          options={countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
        />
        <TextField
          fields={fields}
          name="stateCode"
          label={stateText.stateCode}
          hint={t(stateText.codeHint)}
          isRequired
          autoCapitalize="characters"
          maxLength={5}
        />
        <TextField fields={fields} name="nameZh" label={stateText.nameZh} />
        <TextField fields={fields} name="nameEn" label={stateText.nameEn} />
      </FormBody>
    </Modal>
  )
}

type State = OutputOf<typeof state>

function StateDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const found = useAnswer(state, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  return (
    <DetailDrawer
      title={found.data ? `${found.data.countryCode}-${found.data.stateCode}` : t(stateText.states)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={found}
      width={480}
    >
      {(one) =>
        edited === id ? (
          <EditState of={one} onClose={() => setEdited(undefined)} />
        ) : (
          <Facts of={one} onEdit={() => setEdited(id)} />
        )
      }
    </DetailDrawer>
  )
}

function Facts({ of, onEdit }: { of: State; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const isFull = useFeature('basicData') === 'full'
  return (
    <Flex vertical gap={16}>
      {isFull && may(editState.permission) && (
        <Flex>
          <Button onClick={onEdit}>{t(stateText.editState)}</Button>
        </Flex>
      )}
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { label: t(columnText.country), children: inWords(of.countryCode) },
          { label: t(stateText.stateCode), children: of.stateCode },
          { label: t(columnText.status), children: <EnabledTag isEnabled={of.isEnabled} /> },
          { label: t(stateText.nameZh), children: of.nameZh },
          { label: t(stateText.nameEn), children: of.nameEn },
          { label: t(columnText.updatedAt), children: <LocalTime at={of.updatedAt} /> },
        ].map((item) => ({ ...item, key: item.label }))}
      />
    </Flex>
  )
}

function EditState({ of, onClose }: { of: State; onClose: () => void }) {
  const { fields, onSubmit, isPending } = useForm(editState, {
    draft: `state-${of.id}`,
    initial: { nameZh: of.nameZh ?? '', nameEn: of.nameEn ?? '' },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...typed }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} onCancel={onClose}>
      <TextField fields={fields} name="nameZh" label={stateText.nameZh} />
      <TextField fields={fields} name="nameEn" label={stateText.nameEn} />
    </FormBody>
  )
}
