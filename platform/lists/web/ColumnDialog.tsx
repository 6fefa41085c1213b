import { PushpinFilled, PushpinOutlined } from '@ant-design/icons'
import { Button, Checkbox, Flex, InputNumber, Modal, Radio } from 'antd'
import { useState } from 'react'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { columnWidth, densities, listText } from '../lists.ts'
import type { ListOf } from './columns.tsx'
import { useListSettings } from './list-settings.ts'

/**
 * Which columns are visible, in which order, pinned, how wide, and the row density.
 *
 * Checkboxes, buttons and numbers only, so that it works by keyboard.
 */
export function ColumnDialog({ table, onClose }: { table: ListOf; onClose: () => void }) {
  const t = useText()
  const { own, save, isPending } = useListSettings(table.list)
  const [keys, setKeys] = useState(table.keys)
  const [pinned, setPinned] = useState(own.pinned ?? [])
  const [widths, setWidths] = useState(own.widths ?? {})
  const [density, setDensity] = useState(table.density)
  const hidden = table.all.filter(({ key }) => !keys.includes(key)).map(({ key }) => key)
  const titleOf = (key: string) => {
    const column = table.all.find((item) => item.key === key)
    return column ? t(column.title) : key
  }
  const move = (key: string, by: number) => {
    const place = keys.indexOf(key)
    const next = keys.filter((item) => item !== key)
    next.splice(place + by, 0, key)
    setKeys(next)
  }
  const widen = (key: string, width: number | null) => {
    const { [key]: _, ...others } = widths
    setWidths(width === null ? others : { ...others, [key]: width })
  }

  return (
    <Modal
      open
      title={t(listText.columns)}
      okText={t(webText.save)}
      okButtonProps={{ disabled: keys.length === 0, loading: isPending }}
      onOk={() => save({ views: own.views, columns: keys, pinned, widths, density }, onClose)}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
      width={600}
      footer={(_, { OkBtn, CancelBtn }) => (
        <>
          <Button onClick={() => save({ views: own.views }, onClose)}>{t(listText.reset)}</Button>
          <CancelBtn />
          <OkBtn />
        </>
      )}
    >
      <Radio.Group
        aria-label={t(listText.density)}
        value={density}
        onChange={({ target }) => setDensity(target.value)}
        options={densities.map((value) => ({ value, label: t(listText[value]) }))}
      />
      <ul className="column-list">
        {[...keys, ...hidden].map((key) => (
          <li key={key}>
            <Checkbox checked={keys.includes(key)} onChange={() => setKeys(toggled(keys, key))}>
              {titleOf(key)}
            </Checkbox>
            {keys.includes(key) && (
              <Flex gap={4}>
                <InputNumber
                  size="small"
                  className="column-width"
                  aria-label={t(listText.width, { column: titleOf(key) })}
                  placeholder={t(listText.widthShort)}
                  controls={false}
                  min={columnWidth.minValue ?? 0}
                  max={columnWidth.maxValue ?? 0}
                  precision={0}
                  value={widths[key] ?? null}
                  onChange={(width) => widen(key, width)}
                />
                <Button
                  size="small"
                  aria-label={t(listText.pin, { column: titleOf(key) })}
                  aria-pressed={key === keys[0] || pinned.includes(key)}
                  // The first column is always visible.
                  disabled={key === keys[0]}
                  icon={key === keys[0] || pinned.includes(key) ? <PushpinFilled /> : <PushpinOutlined />}
                  onClick={() => setPinned(toggled(pinned, key))}
                />
                <Button
                  size="small"
                  aria-label={t(listText.up, { column: titleOf(key) })}
                  disabled={keys.indexOf(key) === 0}
                  onClick={() => move(key, -1)}
                >
                  ↑
                </Button>
                <Button
                  size="small"
                  aria-label={t(listText.down, { column: titleOf(key) })}
                  disabled={keys.indexOf(key) === keys.length - 1}
                  onClick={() => move(key, 1)}
                >
                  ↓
                </Button>
              </Flex>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  )
}

const toggled = (keys: string[], key: string) =>
  keys.includes(key) ? keys.filter((item) => item !== key) : [...keys, key]
