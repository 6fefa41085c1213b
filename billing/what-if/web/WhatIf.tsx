import {
  Alert,
  Button,
  Checkbox,
  Flex,
  Form,
  Input,
  Select,
  Table,
  type TableColumnsType,
  Typography,
} from 'antd'
import { useId, useState } from 'react'
import { useSearchParams } from 'react-router'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { searchedByLabel } from '../../../platform/forms/web/FormParts.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped, inUnit } from '../../../platform/lists/columns.ts'
import { type View, Views } from '../../../platform/lists/web/Views.tsx'
import { myTasks } from '../../../platform/tasks/tasks.ts'
import { useTaskFile } from '../../../platform/tasks/web/task-file.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { useToday } from '../../../warehouse/web/today.ts'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { monthBefore } from '../../bills/last-month.ts'
import { startWhatIf, whatIf, whatIfChoices } from '../contract.ts'
import { whatIfText } from '../text.ts'

type WhatIfInput = InputOf<typeof whatIf>
type Result = OutputOf<typeof whatIf>

/** Past work with other prices beside what was charged. Nothing is changed by it. */
export function WhatIf({ views }: { views: View[] }) {
  const t = useText()
  const [question, setQuestion] = useState<{ times: number; input: WhatIfInput }>()
  return (
    <div className="list-page">
      <header className="list-head">
        <h1>{t(whatIfText.title)}</h1>
        <Views views={views} />
      </header>
      <Flex vertical gap={16} style={{ padding: 16 }}>
        <Typography.Text>{t(whatIfText.hint)}</Typography.Text>
        <Question onAsk={(input) => setQuestion({ times: (question?.times ?? 0) + 1, input })} />
        {question && <Calculated key={question.times} input={question.input} />}
      </Flex>
    </div>
  )
}

/** Calculated again each time a user asks: prices and work may have changed since. */
function Calculated({ input }: { input: WhatIfInput }) {
  const result = useAnswer(whatIf, input, { keep: false, staleTime: 0 })
  return <QueryBoundary answer={result}>{(results) => <Results of={results} />}</QueryBoundary>
}

/** The version of a link, as from a draft. */
const versionIn = (params: URLSearchParams) => {
  const id = Number(params.get('version'))
  return Number.isInteger(id) && id > 0 ? [id] : []
}

function Question({ onAsk }: { onAsk: (input: WhatIfInput) => void }) {
  const t = useText()
  const id = useId()
  const may = useMay()
  const [params] = useSearchParams()
  const choices = useAnswer(whatIfChoices, {}, { staleTime: 60_000 })
  const today = useToday()
  const [value, setValue] = useState<WhatIfInput>(() => ({
    ...monthBefore(today),
    versionIds: versionIn(params),
    forAll: false,
  }))
  const change = (part: Partial<WhatIfInput>) => setValue({ ...value, ...part })
  const command = useCommand(startWhatIf, { quiet: true, refreshes: [myTasks] })
  const file = useTaskFile()
  const day = (name: 'from' | 'to') => (
    <Form.Item label={t(whatIfText[name])} htmlFor={`${id}${name}`} layout="vertical" required>
      <Input
        id={`${id}${name}`}
        type="date"
        value={value[name]}
        onChange={({ target }) => change({ [name]: target.value })}
      />
    </Form.Item>
  )
  const isReady = value.from !== '' && value.to !== ''
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (isReady) onAsk(value)
      }}
    >
      <Flex gap={16} wrap>
        {day('from')}
        {day('to')}
        <Form.Item
          label={t(whatIfText.versions)}
          htmlFor={`${id}versions`}
          layout="vertical"
          style={{ minWidth: 'min(100%, 320px)' }}
        >
          <Select
            id={`${id}versions`}
            mode="multiple"
            placeholder={t(whatIfText.ownVersions)}
            value={choices.data ? value.versionIds : []}
            onChange={(versionIds: number[]) => change({ versionIds })}
            showSearch={searchedByLabel}
            loading={choices.data === undefined}
            options={(choices.data?.versions ?? []).map((version) => ({
              value: version.id,
              label: `${version.quoteCode} V${version.versionNo}${version.channelCode ? ` ${version.channelCode}` : ''}`,
            }))}
          />
        </Form.Item>
        <Form.Item
          label={t(whatIfText.customers)}
          htmlFor={`${id}customers`}
          layout="vertical"
          style={{ minWidth: 'min(100%, 280px)' }}
        >
          <Select
            id={`${id}customers`}
            mode="multiple"
            maxCount={500}
            placeholder={t(whatIfText.allCustomers)}
            value={value.customerIds ?? []}
            onChange={(chosen: number[]) => change({ customerIds: chosen.length > 0 ? chosen : undefined })}
            showSearch={searchedByLabel}
            options={customerOptions(choices.data?.customers)}
          />
        </Form.Item>
      </Flex>
      <Flex gap={16} wrap align="center">
        <Checkbox checked={value.forAll} onChange={({ target }) => change({ forAll: target.checked })}>
          {t(whatIfText.forAll)}
        </Checkbox>
        <Button type="primary" htmlType="submit" disabled={!isReady}>
          {t(whatIfText.calculate)}
        </Button>
        {may(startWhatIf.permission) && (
          <Button
            disabled={!isReady}
            loading={command.isPending || file.isWaiting}
            onClick={() => command.mutate(value, { onSuccess: ({ taskId }) => file.wait(taskId) })}
          >
            {t(whatIfText.download)}
          </Button>
        )}
      </Flex>
    </form>
  )
}

const figures = (title: string) => ({ title, align: 'right' as const, className: 'figures' })

function Results({ of }: { of: Result }) {
  const t = useText()
  const currency = useCurrency()
  const open = of.newlyPriced + of.stillOpen
  if (of.events + open === 0) return <Alert type="info" showIcon title={t(whatIfText.nothing)} />
  const amountIn = <N extends 'charged' | 'instead' | 'difference' | 'newAmount'>(name: N) => ({
    ...figures(t(inUnit(whatIfText[name], currency))),
    render: (_: unknown, row: Record<N, string>) => grouped(row[name]),
  })
  const amounts = [amountIn('charged'), amountIn('instead'), amountIn('difference')]
  return (
    <Flex vertical gap={16}>
      <WideTable
        size="small"
        rowKey="customerId"
        dataSource={of.customers}
        pagination={false}
        columns={[
          {
            title: t(columnText.customer),
            render: (_, { customerCode, customerName }) => `${customerCode} ${customerName}`,
          },
          { ...figures(t(whatIfText.events)), dataIndex: 'events' },
          ...amounts,
          { ...figures(t(whatIfText.gaps)), dataIndex: 'gaps' },
          ...(open > 0
            ? [
                { ...figures(t(whatIfText.newlyPriced)), dataIndex: 'newlyPriced' },
                amountIn('newAmount'),
                { ...figures(t(whatIfText.stillOpen)), dataIndex: 'stillOpen' },
              ]
            : []),
        ]}
        summary={() => (
          <Table.Summary.Row>
            <Table.Summary.Cell index={0}>{t(whatIfText.total)}</Table.Summary.Cell>
            {Object.entries({
              events: of.events,
              charged: grouped(of.charged),
              instead: grouped(of.instead),
              difference: grouped(of.difference),
              gaps: of.gaps,
              ...(open > 0 && {
                newlyPriced: of.newlyPriced,
                newAmount: grouped(of.newAmount),
                stillOpen: of.stillOpen,
              }),
            }).map(([name, figure], i) => (
              <Table.Summary.Cell key={name} index={i + 1} align="right" className="figures">
                <b>{figure}</b>
              </Table.Summary.Cell>
            ))}
          </Table.Summary.Row>
        )}
      />
      <Documents
        title={whatIfText.biggest}
        noneText={whatIfText.noDifference}
        rows={of.documents}
        figures={amounts}
      />
      {open > 0 && (
        <Documents
          title={whatIfText.firstPrices}
          noneText={whatIfText.noFirstPrices}
          rows={of.firstPrices}
          figures={[
            { ...figures(t(whatIfText.charged)), render: () => t(whatIfText.noPrice) },
            {
              ...figures(t(inUnit(whatIfText.instead, currency))),
              render: (_, { amount }) => grouped(amount),
            },
          ]}
        />
      )}
    </Flex>
  )
}

/** Some documents with their figures. */
function Documents<R extends { eventId: number; sourceNo: string; customerCode: string }>({
  title,
  noneText,
  rows,
  figures,
}: {
  title: Text
  noneText: Text
  rows: R[]
  figures: TableColumnsType<R>
}) {
  const t = useText()
  return (
    <section aria-label={t(title)}>
      <h2>{t(title)}</h2>
      {rows.length === 0 ? (
        <p role="status">{t(noneText)}</p>
      ) : (
        <WideTable
          size="small"
          rowKey="eventId"
          dataSource={rows}
          pagination={false}
          columns={[
            { title: t(whatIfText.document), dataIndex: 'sourceNo' },
            { title: t(columnText.customer), dataIndex: 'customerCode' },
            ...figures,
          ]}
        />
      )}
    </section>
  )
}
