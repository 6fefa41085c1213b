import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { EditDrawer } from '../../../platform/forms/web/EditDrawer.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { EnabledTag } from '../../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { MasterList } from '../../../platform/lists/web/MasterList.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { countries, countryName } from '../../../platform/text/countries.ts'
import type { Text } from '../../../platform/text/text.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { LogButton, useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { stateColumns } from '../columns.ts'
import {
  createState,
  editState,
  listStates,
  state,
  stateCountries,
  stateQuery,
  switchStates,
} from '../contract.ts'
import { stateImport } from '../import-form.ts'
import { stateText } from '../text.ts'

const readings = [listStates, state, stateCountries]
const inWords = (code: string) => `${code} ${countryName(code, language)}`

/** Provinces by country, as a view of the basic configuration. */
export function StateList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const filters = useFilters(stateQuery)
  const list = useAnswer(listStates, filters.value)
  const here = useAnswer(stateCountries, {})
  const [isImport, setImport] = useState(false)
  return (
    <MasterList
      title={title}
      views={views}
      filters={filters}
      list={list}
      name="states"
      columns={stateColumns}
      shown={{ countryCode: ({ countryCode }) => inWords(countryCode) }}
      words={{ ...stateText, fresh: stateText.newState, none: stateText.noStates }}
      createCall={createState}
      switchCall={switchStates}
      readings={readings}
      form={(close) => <NewState onClose={close} />}
      drawer={(open, close) => <StateDrawer id={open} onClose={close} />}
      also={[
        {
          kind: 'choice',
          name: 'countryCode',
          label: t(columnText.country),
          options: (here.data ?? []).map((value) => ({ value, label: inWords(value) })),
          isSearched: true,
        },
      ]}
      waysIn={[{ label: t(stateText.import), run: () => setImport(true) }]}
      more={[useLogAction('state')]}
      panel={
        isImport && <ImportDialog form={stateImport} refreshes={readings} onClose={() => setImport(false)} />
      }
    />
  )
}

function NewState({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(createState, {
    draft: 'new-state',
    initial: { countryCode: '' as string | undefined, stateCode: '', nameZh: '', nameEn: '' },
    toInput: (typed) => ({ ...typed, countryCode: typed.countryCode ?? '' }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(stateText.newState)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
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
    </Dialog>
  )
}

function StateDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={state}
      editCall={editState}
      title={(item) => (item ? `${item.countryCode}-${item.stateCode}` : t(stateText.states))}
      log={(item) => <LogButton of="state" object={item.id} />}
      facts={(item) => (
        <FactList
          facts={[
            [columnText.country, inWords(item.countryCode)],
            [stateText.stateCode, item.stateCode],
            [columnText.status, <EnabledTag key="status" isEnabled={item.isEnabled} />],
            [stateText.nameZh, item.nameZh],
            [stateText.nameEn, item.nameEn],
            [columnText.updatedAt, <LocalTime key="updated" at={item.updatedAt} />],
          ]}
        />
      )}
      form={(item, close) => <EditState of={item} onClose={close} />}
    />
  )
}

function EditState({ of, onClose }: { of: OutputOf<typeof state>; onClose: () => void }) {
  const { fields, ...form } = useForm(editState, {
    draft: `state-${of.id}`,
    initial: { nameZh: of.nameZh ?? '', nameEn: of.nameEn ?? '' },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...typed }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <TextField fields={fields} name="nameZh" label={stateText.nameZh} />
      <TextField fields={fields} name="nameEn" label={stateText.nameEn} />
    </FormBody>
  )
}
