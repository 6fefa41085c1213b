import {
  AccountBookOutlined,
  AppstoreOutlined,
  CarOutlined,
  ControlOutlined,
  DatabaseOutlined,
  DollarOutlined,
  ExportOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  ImportOutlined,
  InboxOutlined,
  PictureOutlined,
  RocketOutlined,
  ScanOutlined,
  SearchOutlined,
  SendOutlined,
  SettingOutlined,
  ShopOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
  WalletOutlined,
} from '@ant-design/icons'
import type { ComponentType } from 'react'

const drawings: Record<string, ComponentType> = {
  AccountBookOutlined,
  CarOutlined,
  ControlOutlined,
  DatabaseOutlined,
  DollarOutlined,
  ExportOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  ImportOutlined,
  InboxOutlined,
  PictureOutlined,
  RocketOutlined,
  ScanOutlined,
  SearchOutlined,
  SendOutlined,
  SettingOutlined,
  ShopOutlined,
  TagsOutlined,
  TeamOutlined,
  UserOutlined,
  WalletOutlined,
}

/** The drawing of a menu entry; one that is missing gets a plain square rather than a gap. */
export function MenuIcon({ name }: { name: string }) {
  const Drawing = drawings[name] ?? AppstoreOutlined
  return <Drawing />
}
