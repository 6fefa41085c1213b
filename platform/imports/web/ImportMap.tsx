import { Button, Flex, Select } from 'antd'
import { useState } from 'react'
import { useCommand } from '../../calls/web/call.ts'
import { useText } from '../../text/web/language.tsx'
import { WideTable } from '../../ui/web/WideTable.tsx'
import { importRows, importState, mapImport } from '../contract.ts'
import type { Form, State } from './import-step.ts'
import { dialogText } from './import-text.ts'

/** The columns of the file that match none of ours. */
export function Ignored({ heads, mapping }: Pick<State, 'heads' | 'mapping'>) {
  const t = useText()
  const ignored = heads.filter((head, place) => head && !Object.values(mapping).includes(place))
  if (ignored.length === 0) return null
  return <p className="hint">{t(dialogText.ignored, { columns: ignored.join(', ') })}</p>
}

export const missingIn = ({ columns }: Form, { mapping }: State) =>
  columns.filter(({ key, isRequired }) => isRequired && mapping[key] === undefined)

export function MapStep({ form, state, onDone }: { form: Form; state: State; onDone: () => void }) {
  const t = useText()
  const [mapping, setMapping] = useState(state.mapping)
  const save = useCommand(mapImport, { refreshes: [importState, importRows], quiet: true })
  return (
    <Flex vertical gap={12}>
      <WideTable
        size="small"
        rowKey="key"
        pagination={false}
        dataSource={[...form.columns]}
        columns={[
          {
            title: t(dialogText.ours),
            render: (_, { title, isRequired }) => `${t(title)}${isRequired ? ' *' : ''}`,
          },
          {
            title: t(dialogText.theirs),
            render: (_, { key, title }) => (
              <Select
                className="import-select"
                aria-label={t(title)}
                allowClear
                value={mapping[key]}
                onChange={(place: number | undefined) => {
                  const { [key]: _gone, ...others } = mapping
                  setMapping(place === undefined ? others : { ...others, [key]: place })
                }}
                options={state.heads.map((head, value) => ({ value, label: head || String(value + 1) }))}
              />
            ),
          },
          { title: t(dialogText.note), render: (_, { note }) => t(note) },
        ]}
      />
      <Ignored heads={state.heads} mapping={mapping} />
      <Flex gap={8} justify="end">
        <Button onClick={onDone}>{t(dialogText.back)}</Button>
        <Button
          type="primary"
          loading={save.isPending}
          onClick={() => save.mutate({ id: state.id, mapping }, { onSuccess: onDone })}
        >
          {t(dialogText.checkAgain)}
        </Button>
      </Flex>
    </Flex>
  )
}
