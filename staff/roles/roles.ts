import type { StandardRole } from '../../platform/slices/rights.ts'
import type { Text } from '../../platform/text/text.ts'
import { allViews, rightsOfRole } from './rights.ts'

/**
 * Above this amount a second person must approve, in every role but the owner's, until a company decides
 * otherwise.
 *
 * The owner has no limit: at the start there is no one else.
 */
export const FIRST_LIMIT = '200.00'

/** A default role of every company. Its permissions follow the product; a company's own roles are its own. */
type DefaultRole = { code: string; name: Text; permissions: readonly string[] }

const standardRoles: Record<StandardRole, Text> = {
  manager: { zh_CN: '经理', en_US: 'Manager' },
  receiver: { zh_CN: '收货员', en_US: 'Receiver' },
  picker: { zh_CN: '拣货员', en_US: 'Picker' },
  packer: { zh_CN: '打包发货员', en_US: 'Packer/shipper' },
  stock_controller: { zh_CN: '库存管理员', en_US: 'Stock controller' },
  biller: { zh_CN: '计费员', en_US: 'Billing' },
  service_desk: { zh_CN: '客服', en_US: 'Customer service' },
  read_only: { zh_CN: '只读', en_US: 'Read-only' },
}

export const defaultRoles: readonly DefaultRole[] = [
  { code: 'owner', name: { zh_CN: '负责人', en_US: 'Owner' }, permissions: ['*'] },
  ...(Object.keys(standardRoles) as StandardRole[]).map((code) => ({
    code,
    name: standardRoles[code],
    permissions: rightsOfRole(code),
  })),
]

/** Held only by our own support, while a company's grant lasts. */
export const supportRole: DefaultRole = {
  code: 'support',
  name: { zh_CN: '技术支持', en_US: 'Support' },
  permissions: allViews,
}

/** The database format: names in the default language of new companies, and not editable. */
export const rolesToSeed = defaultRoles.map(({ code, name, permissions }) => ({
  code,
  name: name.zh_CN,
  permissions,
  secondPersonAbove: code === 'owner' ? null : FIRST_LIMIT,
}))

/** A role's name: a default one in the reader's language, a custom one as it was named. */
export const roleTitle = (role: { code: string; roleName: string; isSystem: boolean }): Text =>
  role.isSystem ? titleOfRole(role.code) : { zh_CN: role.roleName, en_US: role.roleName }

/** A default role by its code; anything else is already a name. */
export const titleOfRole = (code: string): Text =>
  [...defaultRoles, supportRole].find((role) => role.code === code)?.name ?? { zh_CN: code, en_US: code }
