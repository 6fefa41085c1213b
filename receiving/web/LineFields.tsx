import { Button, Flex, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { RemoveButton } from '../../platform/ui/web/RemoveButton.tsx'
import { nameOf } from '../../products/web/names.ts'
import { type InboundProduct, inboundProducts, type inboundTypes } from '../contract.ts'
import { expiryAfter } from '../rules.ts'
import { receivingText } from '../text.ts'

/** A product of a new order, as typed. */
export type Line = {
  key: number
  boxNo: string
  productId: number | undefined
  sku: string
  /** It tracks expiry, so its dates are required. */
  isDated: boolean
  shelfLifeDays: number | null
  expected: string
  productionDate: string
  expiryDate: string
  /** It tracks lots, so its lot is required. */
  hasLot: boolean
  lot: string
}

export const emptyLine = (key: number): Line => ({
  key,
  boxNo: '',
  productId: undefined,
  sku: '',
  isDated: false,
  shelfLifeDays: null,
  expected: '',
  productionDate: '',
  expiryDate: '',
  hasLot: false,
  lot: '',
})

/** The boxes that lines name, each once, in its first spelling. */
export function boxNosIn(lines: readonly Line[]): string[] {
  const first = new Map<string, string>()
  for (const { boxNo } of lines) {
    const written = boxNo.trim()
    if (written && !first.has(written.toLowerCase())) first.set(written.toLowerCase(), written)
  }
  return [...first.values()]
}

/** The products of an order, each with box, quantity, and dates and lot where tracked. */
export function LineFields({
  id,
  lines,
  customerId,
  inboundType,
  problem,
  onChange,
}: {
  id: string
  lines: Line[]
  customerId: number | undefined
  inboundType: (typeof inboundTypes)[number]
  problem: Text | undefined
  onChange: (lines: Line[]) => void
}) {
  const t = useText()
  const [search, setSearch] = useState('')
  const match = useAnswer(
    inboundProducts,
    { customerId: customerId ?? 0, inboundType, ...(search && { search }) },
    { enabled: customerId !== undefined },
  )
  const edit = (key: number, part: Partial<Line>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  return (
    <Form.Item
      className="is-wide"
      label={t(receivingText.lines)}
      required
      {...(customerId === undefined && { extra: t(receivingText.customerFirst) })}
      {...(problem && { validateStatus: 'error', help: t(problem) })}
    >
      <div className="inbound-lines">
        <div className="inbound-line inbound-line-heads" aria-hidden>
          <span>{t(receivingText.boxNo)}</span>
          <span>{t(receivingText.product)}</span>
          <span>{t(receivingText.expected)}</span>
          <span />
        </div>
        {lines.map((line, i) => (
          <OneLine
            key={line.key}
            id={i === 0 ? id : undefined}
            line={line}
            row={i + 1}
            products={customerId === undefined ? undefined : (match.data ?? [])}
            onSearch={setSearch}
            onEdit={(part) => edit(line.key, part)}
            onRemove={
              lines.length > 1 ? () => onChange(lines.filter(({ key }) => key !== line.key)) : undefined
            }
          />
        ))}
        <Button
          onClick={() =>
            onChange([
              ...lines,
              {
                ...emptyLine(Math.max(...lines.map(({ key }) => key)) + 1),
                boxNo: lines.at(-1)?.boxNo ?? '',
              },
            ])
          }
        >
          {t(receivingText.addLine)}
        </Button>
      </div>
    </Form.Item>
  )
}

function OneLine({
  id,
  line,
  row,
  products,
  onSearch,
  onEdit,
  onRemove,
}: {
  id: string | undefined
  line: Line
  row: number
  /** The options; empty until a customer is chosen. */
  products: InboundProduct[] | undefined
  onSearch: (search: string) => void
  onEdit: (part: Partial<Line>) => void
  onRemove: (() => void) | undefined
}) {
  const t = useText()
  const known = (products ?? []).map((product) => ({
    value: product.id,
    label: `${product.sku} ${nameOf(product)}`,
  }))
  const isThere = line.productId === undefined || known.some(({ value }) => value === line.productId)
  const choose = (productId: number) => {
    const product = products?.find((product) => product.id === productId)
    const isDated = product?.expiryManaged ?? false
    const hasLot = product?.lotManaged ?? false
    onEdit({
      productId,
      sku: product?.sku ?? '',
      isDated,
      shelfLifeDays: product?.shelfLifeDays ?? null,
      ...(!isDated && { productionDate: '', expiryDate: '' }),
      hasLot,
      ...(!hasLot && { lot: '' }),
    })
  }
  const made = (productionDate: string) =>
    onEdit({
      productionDate,
      ...(productionDate &&
        line.shelfLifeDays !== null && { expiryDate: expiryAfter(productionDate, line.shelfLifeDays) }),
    })
  return (
    <div className="inbound-line">
      <Input
        id={id}
        aria-label={t(receivingText.lineBox, { row })}
        placeholder={t(receivingText.boxNo)}
        value={line.boxNo}
        onChange={({ target }) => onEdit({ boxNo: target.value })}
      />
      <Select
        aria-label={t(receivingText.lineProduct, { row })}
        placeholder={t(receivingText.product)}
        disabled={products === undefined}
        value={line.productId}
        showSearch={{ filterOption: false, onSearch }}
        onChange={choose}
        onOpenChange={() => onSearch('')}
        options={isThere ? known : [{ value: line.productId ?? 0, label: line.sku }, ...known]}
      />
      <Input
        aria-label={t(receivingText.lineExpected, { row })}
        placeholder={t(receivingText.expected)}
        inputMode="numeric"
        value={line.expected}
        onChange={({ target }) => onEdit({ expected: target.value })}
      />
      <RemoveButton label={t(receivingText.removeLine, { row })} onRemove={onRemove} />
      {(line.isDated || line.hasLot) && (
        <div className="inbound-days">
          {line.isDated && (
            <>
              <Flex gap={8} align="center">
                <span aria-hidden>{t(receivingText.productionDate)}</span>
                <Input
                  type="date"
                  aria-label={t(receivingText.lineProduction, { row })}
                  value={line.productionDate}
                  onChange={({ target }) => made(target.value)}
                />
              </Flex>
              <Flex gap={8} align="center">
                <span aria-hidden>{t(receivingText.expiry)}</span>
                <Input
                  type="date"
                  aria-label={t(receivingText.lineExpiry, { row })}
                  value={line.expiryDate}
                  onChange={({ target }) => onEdit({ expiryDate: target.value })}
                />
              </Flex>
            </>
          )}
          {line.hasLot && (
            <Flex gap={8} align="center">
              <span aria-hidden>{t(receivingText.lot)}</span>
              <Input
                aria-label={t(receivingText.lineLot, { row })}
                value={line.lot}
                onChange={({ target }) => onEdit({ lot: target.value })}
              />
            </Flex>
          )}
        </div>
      )}
    </div>
  )
}
