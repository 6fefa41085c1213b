import { Drawer } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import type { MenuEntry } from '../menu.ts'
import { shellText } from '../text.ts'
import { SideMenu } from './SideMenu.tsx'
import { WarehouseLine, ZoneSelect } from './TopBar.tsx'

/** The menu on narrow screens, with what the top bar has no room for. */
export function NarrowMenu({
  isOpen,
  onClose,
  entries,
  front,
}: {
  isOpen: boolean
  onClose: () => void
  entries: MenuEntry[]
  front: string
}) {
  const t = useText()
  return (
    <Drawer
      open={isOpen}
      onClose={onClose}
      placement="left"
      size={280}
      title={t(shellText.menu)}
      className="menu-drawer"
      closable={{ 'aria-label': t(shellText.close) }}
    >
      <WarehouseLine />
      <ZoneSelect />
      <nav aria-label={t(shellText.menu)}>
        <SideMenu entries={entries} front={front} isFolded={false} onGone={onClose} />
      </nav>
    </Drawer>
  )
}
