import { Alert, Button, Flex, Popconfirm, Tag } from 'antd'
import { useState } from 'react'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { getChannel, listChannels } from '../../contract.ts'
import { FEW_NUMBERS } from '../../rules.ts'
import type { Channel } from '../../web/channel-typed.ts'
import { noRange, RangeFields, sentRange } from '../../web/RangeFields.tsx'
import { addPool, listPools, type PoolRow, switchPool } from '../contract.ts'
import { numberImport } from '../import-form.ts'
import { numberText } from '../text.ts'

const readings = [listPools, listChannels, getChannel]

/** The numbers of a self-built channel: their pools, how many are left, and how to add more. */
export function NumberPools({ of, mayChange }: { of: Channel; mayChange: boolean }) {
  const t = useText()
  const pools = useAnswer(listPools, { channelId: of.id })
  const [isOpen, setOpen] = useState<'range' | 'import'>()
  const close = () => setOpen(undefined)
  return (
    <section aria-label={t(numberText.numbers)}>
      <Flex vertical gap={12}>
        <Flex gap={8} wrap align="center" justify="space-between">
          <h3 className="page-title">{t(numberText.numbers)}</h3>
          {mayChange && (
            <Flex gap={8} wrap>
              <Button onClick={() => setOpen('range')}>{t(numberText.addRange)}</Button>
              <Button onClick={() => setOpen('import')}>{t(numberText.importList)}</Button>
            </Flex>
          )}
        </Flex>
        {of.numbersLeft !== null && of.numbersLeft < FEW_NUMBERS && (
          <Alert type="warning" showIcon title={t(numberText.runningOutHint, { left: of.numbersLeft })} />
        )}
        <QueryBoundary answer={pools}>{(list) => <Pools pools={list} mayChange={mayChange} />}</QueryBoundary>
      </Flex>
      {isOpen === 'range' && <AddRange of={of} onClose={close} />}
      {isOpen === 'import' && <ImportDialog form={numberImport} refreshes={readings} onClose={close} />}
    </section>
  )
}

const isUsedUp = ({ used, total }: PoolRow) => used >= total

function Pools({ pools, mayChange }: { pools: PoolRow[]; mayChange: boolean }) {
  const t = useText()
  const switching = useCommand(switchPool, { refreshes: readings })
  const stateOf = (pool: PoolRow) =>
    isUsedUp(pool) ? numberText.usedUp : pool.isOpen ? numberText.open : numberText.closed
  const actionFor = (pool: PoolRow) => {
    if (isUsedUp(pool)) return null
    if (!pool.isOpen)
      return (
        <Button size="small" onClick={() => switching.mutate({ id: pool.id, isOpen: true })}>
          {t(numberText.reopen)}
        </Button>
      )
    return (
      <Popconfirm
        title={t(numberText.closeAsk)}
        description={t(numberText.closeWarning)}
        okText={t(numberText.close)}
        okButtonProps={{ danger: true }}
        onConfirm={() => switching.mutate({ id: pool.id, isOpen: false })}
      >
        <Button size="small">{t(numberText.close)}</Button>
      </Popconfirm>
    )
  }
  return (
    <WideTable
      size="small"
      rowKey="id"
      dataSource={pools}
      pagination={false}
      locale={{ emptyText: <span className="hint">{t(numberText.noPools)}</span> }}
      columns={[
        { title: t(numberText.kind), render: (_, { kind }) => t(numberText[kind]) },
        {
          title: t(numberText.fromTo),
          render: (_, { firstNumber, lastNumber }) => (
            <span className="figures">
              {firstNumber} – {lastNumber}
            </span>
          ),
        },
        { title: t(numberText.checkRule), render: (_, { checkRule }) => t(numberText[checkRule]) },
        {
          title: t(numberText.used),
          align: 'right',
          render: (_, { used, total }) =>
            `${used.toLocaleString('en-US')} / ${total.toLocaleString('en-US')}`,
        },
        {
          title: t(numberText.isOpen),
          render: (_, pool) => (
            <Tag color={pool.isOpen && !isUsedUp(pool) ? 'success' : 'default'}>{t(stateOf(pool))}</Tag>
          ),
        },
        ...(mayChange ? [{ title: '', render: (_: unknown, pool: PoolRow) => actionFor(pool) }] : []),
      ]}
    />
  )
}

function AddRange({ of, onClose }: { of: Channel; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(addPool, {
    draft: `range-${of.id}`,
    initial: noRange,
    toInput: (typed) => ({ channelId: of.id, ...sentRange(typed) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(numberText.addRange)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <div className="form-grid">
          <RangeFields fields={fields} />
        </div>
      </FormBody>
    </Dialog>
  )
}
