import { Table, type TableProps, type TableRef } from 'antd'
import { useEffect, useRef } from 'react'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'

/** A table that scrolls where it is wider than its place, also by the keyboard: only then its box takes the focus. */
export function WideTable<R extends object>({ scroll, ...props }: TableProps<R>) {
  const t = useText()
  const label = t(webText.wideTable)
  const table = useRef<TableRef>(null)
  // After every rendering: antd exchanges the box when the table begins to scroll downwards too.
  useEffect(() => {
    const box = table.current?.nativeElement.querySelector<HTMLElement>('.ant-table-content, .ant-table-body')
    const inside = box?.firstElementChild
    if (!box || !inside) return
    const watch = new ResizeObserver(() => {
      const scrolls = box.scrollWidth > box.clientWidth || box.scrollHeight > box.clientHeight
      for (const [name, value] of [
        ['tabindex', '0'],
        ['role', 'group'],
        ['aria-label', label],
      ] as const)
        if (scrolls) box.setAttribute(name, value)
        else box.removeAttribute(name)
    })
    watch.observe(box)
    watch.observe(inside)
    return () => watch.disconnect()
  })
  return <Table<R> ref={table} scroll={{ x: 'max-content', ...scroll }} {...props} />
}
