import {
  AppstoreOutlined,
  InboxOutlined,
  SearchOutlined,
  SendOutlined,
  SettingOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'
import type { MenuEntry } from '../menu.ts'
import { screens } from './slices.tsx'

const areaIcons: Record<string, ComponentType> = {
  receiving: InboxOutlined,
  shipping: SendOutlined,
  query: SearchOutlined,
  settings: SettingOutlined,
}

/** The icon of a menu entry; a missing one gets a plain square rather than a gap. */
export function MenuIcon({ entry }: { entry: MenuEntry }) {
  const Drawing =
    ('children' in entry ? areaIcons[entry.name] : screens[entry.path]?.Icon) ?? AppstoreOutlined
  return <Drawing />
}
