import { DeleteOutlined } from '@ant-design/icons'
import { Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { nameOf } from '../../products/web/names.ts'
import { orderProducts } from '../contract.ts'
import { ordersText } from '../text.ts'
import { lineProblems } from './line-problems.ts'

/** An item of an order, as typed. */
export type Line = {
  key: number
  productId: number | undefined
  sku: string
  quantity: string
  declaredValue: string
}

export const emptyLine = (key: number): Line => ({
  key,
  productId: undefined,
  sku: '',
  quantity: '1',
  declaredValue: '',
})

/** A typed line as it is sent. */
export const sentLine = ({ productId, quantity, declaredValue }: Line) => ({
  productId: productId ?? 0,
  quantity: Number(quantity),
  declaredValue,
})

/** The items of an order: product, quantity and declared value. */
export function OrderLines({
  id,
  lines,
  customerId,
  problem,
  onChange,
}: {
  id: string
  lines: Line[]
  customerId: number | undefined
  problem: Text | undefined
  onChange: (lines: Line[]) => void
}) {
  const t = useText()
  const [search, setSearch] = useState('')
  const match = useAnswer(
    orderProducts,
    { customerId: customerId ?? 0, ...(search && { search }) },
    { enabled: customerId !== undefined },
  )
  const products = customerId === undefined ? [] : (match.data ?? [])
  const options = products.map((product) => ({
    value: product.id,
    label: `${product.sku} ${nameOf(product)} · ${t(ordersText.available, { count: product.available })}`,
  }))
  const edit = (key: number, part: Partial<Line>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)))
  // A problem that no field explains was found by the server and names its SKU.
  const inLines = problem && lineProblems(lines.map(sentLine))
  return (
    <Form.Item
      className="is-wide"
      label={t(ordersText.lines)}
      required
      {...(customerId === undefined && { extra: t(ordersText.customerFirst) })}
      {...(problem && { help: <span className="order-wrong">{t(inLines?.first ?? problem)}</span> })}
    >
      <div className="order-lines">
        <div className="order-line order-line-heads" aria-hidden>
          <span>{t(ordersText.product)}</span>
          <span>{t(ordersText.quantity)}</span>
          <span>{t(ordersText.declaredValue)}</span>
        </div>
        {lines.map((line, i) => {
          const row = i + 1
          const isListed =
            line.productId === undefined || options.some(({ value }) => value === line.productId)
          const wrong = inLines?.wrong[i]
          const isWrong = (cell: 'productId' | 'quantity' | 'declaredValue') =>
            wrong?.has(cell) && ({ status: 'error', 'aria-invalid': true } as const)
          return (
            <div key={line.key} className="order-line">
              <Select
                {...(i === 0 && { id })}
                {...isWrong('productId')}
                aria-label={t(ordersText.lineProduct, { row })}
                placeholder={t(ordersText.product)}
                disabled={customerId === undefined}
                value={line.productId}
                options={isListed ? options : [{ value: line.productId, label: line.sku }, ...options]}
                showSearch={{ filterOption: false, onSearch: setSearch }}
                onChange={(productId: number) =>
                  edit(line.key, {
                    productId,
                    sku: products.find((product) => product.id === productId)?.sku ?? '',
                  })
                }
              />
              <Input
                {...isWrong('quantity')}
                aria-label={t(ordersText.lineQuantity, { row })}
                placeholder={t(ordersText.quantity)}
                inputMode="numeric"
                value={line.quantity}
                onChange={({ target }) => edit(line.key, { quantity: target.value })}
              />
              <Input
                {...isWrong('declaredValue')}
                aria-label={t(ordersText.lineValue, { row })}
                placeholder={t(ordersText.declaredValue)}
                inputMode="decimal"
                value={line.declaredValue}
                onChange={({ target }) => edit(line.key, { declaredValue: target.value })}
              />
              <Button
                aria-label={t(ordersText.removeLine, { row })}
                icon={<DeleteOutlined />}
                disabled={lines.length === 1}
                onClick={() => onChange(lines.filter(({ key }) => key !== line.key))}
              />
            </div>
          )
        })}
        <Button onClick={() => onChange([...lines, emptyLine(Math.max(...lines.map(({ key }) => key)) + 1)])}>
          {t(ordersText.addLine)}
        </Button>
      </div>
    </Form.Item>
  )
}
