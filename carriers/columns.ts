import { columnText } from '../platform/lists/column-text.ts'
import type { ColumnDef } from '../platform/lists/columns.ts'
import { listed } from '../platform/text/text.ts'
import type { AccountRow } from './contract.ts'
import type { PlatformRow } from './platform-contract.ts'
import { platformText } from './platform-text.ts'
import { adapterTexts, carrierText, credentialTexts } from './text.ts'

export const accountColumns: readonly ColumnDef<AccountRow>[] = [
  { key: 'accountName', title: carrierText.accountName, kind: 'text', sortKey: 'accountName' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  {
    key: 'adapter',
    title: carrierText.adapter,
    kind: 'text',
    value: ({ adapter }, language) => adapterTexts[adapter][language],
  },
  { key: 'carrier', title: carrierText.carrier, kind: 'code', sortKey: 'carrier', phone: 'detail' },
  { key: 'accountNo', title: carrierText.accountNo, kind: 'code', phone: 'detail' },
  {
    key: 'environment',
    title: carrierText.environment,
    kind: 'text',
    value: ({ environment }, language) => carrierText[environment][language],
  },
  { key: 'platformName', title: carrierText.platform, kind: 'text', isExtra: true },
  {
    key: 'credentialNames',
    title: carrierText.credentials,
    kind: 'text',
    value: ({ credentialNames }, language) =>
      listed(
        credentialNames.map((name) => credentialTexts[name][language]),
        language,
      ) || carrierText.noCredentials[language],
  },
  { key: 'lastOkAt', title: carrierText.lastOkAt, kind: 'time', sortKey: 'lastOkAt' },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt', isExtra: true },
]

export const platformColumns: readonly ColumnDef<PlatformRow>[] = [
  { key: 'platformCode', title: platformText.platformCode, kind: 'code', sortKey: 'platformCode' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  {
    key: 'platformName',
    title: platformText.platformName,
    kind: 'text',
    sortKey: 'platformName',
    phone: 'detail',
  },
  { key: 'address', title: platformText.address, kind: 'text' },
  { key: 'accountCount', title: platformText.accountCount, kind: 'count', phone: 'quantity' },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt' },
]
