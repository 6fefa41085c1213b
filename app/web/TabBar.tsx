import { CloseOutlined } from '@ant-design/icons'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { useUnsavedTabs } from '../../platform/forms/web/drafts.ts'
import { useText } from '../../platform/text/web/language.tsx'
import type { ShortcutName } from '../../platform/ui/web/keys.ts'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { shellText } from '../text.ts'
import { addressOf, MAX_TABS, type Tab, type Tabs } from './tabs.ts'

const numbers = Array.from({ length: MAX_TABS }, (_, index) => `tab${index + 1}` as ShortcutName)

type Props = {
  tabs: Tabs
  titleOf: (tab: Tab) => string
  onGo: (tab: Tab) => void
  onClose: (key: string) => void
  onCloseAll: () => void
}

/** The open pages: links to switch, each with a close button. */
export function TabBar({ tabs: { tabs, front }, titleOf, onGo, onClose, onCloseAll }: Props) {
  const t = useText()
  const dirty = useUnsavedTabs()
  const frontItem = useRef<HTMLLIElement>(null)

  const confirmClose = (tab: Tab) => {
    if (!tab.isClosable) return
    const isLost = dirty.includes(tab.key)
    if (!isLost || window.confirm(t(shellText.unsavedClose, { title: titleOf(tab) }))) onClose(tab.key)
  }
  const confirmCloseAll = () => {
    if (dirty.length === 0 || window.confirm(t(shellText.unsavedCloseAll))) onCloseAll()
  }
  const frontTab = tabs.find(({ key }) => key === front)
  useShortcut('closeTab', () => frontTab && confirmClose(frontTab))

  // biome-ignore lint/correctness/useExhaustiveDependencies: the bar scrolls to whichever tab comes to the front
  useEffect(() => {
    frontItem.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [front])

  return (
    <nav className="tab-bar" aria-label={t(shellText.tabs)}>
      <ul>
        {tabs.map((tab) => (
          <li
            key={tab.key}
            {...(tab.key === front && { ref: frontItem })}
            className={tab.key === front ? 'tab is-front' : 'tab'}
            onAuxClick={(event) => event.button === 1 && confirmClose(tab)}
            // A middle click would start scrolling.
            onMouseDown={(event) => event.button === 1 && event.preventDefault()}
          >
            <Link
              to={addressOf(tab.place)}
              aria-current={tab.key === front ? 'page' : undefined}
              draggable={false}
            >
              {titleOf(tab)}
              {dirty.includes(tab.key) && (
                <span className="dot" role="img" aria-label={t(shellText.unsaved)}>
                  ●
                </span>
              )}
            </Link>
            {tab.isClosable && (
              <button
                type="button"
                className="tab-close"
                aria-label={t(shellText.closeTab, { title: titleOf(tab) })}
                onClick={() => confirmClose(tab)}
              >
                <CloseOutlined />
              </button>
            )}
          </li>
        ))}
      </ul>
      {tabs.length > 1 && (
        <button type="button" className="text-button tab-close-all" onClick={confirmCloseAll}>
          {t(shellText.closeAll)}
        </button>
      )}
      {numbers.map((name, index) => (
        <TabKey key={name} name={name} tab={tabs[index]} onGo={onGo} />
      ))}
    </nav>
  )
}

function TabKey({ name, tab, onGo }: { name: ShortcutName; tab: Tab | undefined; onGo: (tab: Tab) => void }) {
  useShortcut(name, () => tab && onGo(tab), tab !== undefined)
  return null
}
