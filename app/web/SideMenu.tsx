import { Menu, type MenuProps } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { homeWork } from '../contract.ts'
import type { MenuEntry } from '../menu.ts'
import { waitingAt } from '../work.ts'
import { MenuIcon } from './icons.tsx'

type Item = NonNullable<MenuProps['items']>[number]

/** The user's menu. The active page is highlighted; a view highlights its page. */
export function SideMenu({
  entries,
  front,
  isFolded,
  onGone,
}: {
  entries: MenuEntry[]
  front: string
  isFolded: boolean
  onGone?: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const counts = useAnswer(homeWork, {}, { every: 60_000 }).data ?? {}
  const [open, setOpen] = useState(() => entries.filter((entry) => 'children' in entry).map(keyOf))

  const itemOf = (entry: MenuEntry): Item => {
    const title = t(entry.title)
    const icon = <MenuIcon entry={entry} />
    if ('children' in entry)
      return { key: keyOf(entry), icon, label: title, children: entry.children.map(itemOf) }
    const waiting = waitingAt(entry.path, counts)
    return {
      key: entry.path,
      icon,
      label: (
        <Link to={entry.path}>
          {title} {waiting > 0 && <span className="menu-count">{waiting > 99 ? '99+' : waiting}</span>}
        </Link>
      ),
      title,
    }
  }

  return (
    <Menu
      mode="inline"
      inlineIndent={16}
      inlineCollapsed={isFolded}
      items={entries.map(itemOf)}
      selectedKeys={selected(entries, front)}
      {...(!isFolded && { openKeys: open, onOpenChange: setOpen })}
      onClick={({ key, domEvent }) => {
        // A click goes through the link, so that Ctrl and the middle button work as on any link.
        if (domEvent.type === 'keydown') navigate(key)
        onGone?.()
      }}
    />
  )
}

const keyOf = (entry: MenuEntry) => ('children' in entry ? entry.name : entry.path)

const selected = (entries: MenuEntry[], front: string): string[] =>
  entries
    .flatMap((entry) => ('children' in entry ? entry.children : [entry]))
    .map(({ path }) => path)
    .filter((path) => front === path || isView(front, path))

const isView = (front: string, path: string) => path !== '/' && front.startsWith(`${path}/`)
