import type { Text } from '../../platform/text/text.ts'
import type { GroupState } from './role-matrix.ts'

export const roleText = {
  list: { zh_CN: '角色列表', en_US: 'Roles' },
  glance: { zh_CN: '全部角色一览', en_US: 'All roles at a glance' },
  holders: { zh_CN: '使用人数', en_US: 'Users' },
  people: { zh_CN: '{count} 人', en_US: '{count} {count|user|users}' },
  showHolders: {
    zh_CN: '查看使用该角色的 {count} 名员工',
    en_US: 'Show the {count} {count|user|users} with this role',
  },
  noHolders: { zh_CN: '暂无员工使用', en_US: 'Not assigned to anyone' },
  isDefault: { zh_CN: '默认', en_US: 'Default' },
  isOwn: { zh_CN: '自有', en_US: 'Custom' },
  area: { zh_CN: '权限范围', en_US: 'Area' },
  newRole: { zh_CN: '新建角色', en_US: 'New role' },
  roleName: { zh_CN: '角色名称', en_US: 'Role name' },
  copyOf: { zh_CN: '{name}（副本）', en_US: '{name} (copy)' },
  copyAsOwn: { zh_CN: '复制为自有角色', en_US: 'Copy as custom role' },
  rights: { zh_CN: '权限', en_US: 'Permissions' },
  everything: {
    zh_CN: '负责人拥有全部权限，包括以后新增的。',
    en_US: 'The owner has all permissions, including ones added in the future.',
  },
  fixed: {
    zh_CN: '默认角色的权限随产品更新，不能修改；可以复制为自有角色再调整。',
    en_US:
      'Permissions of default roles are updated with the product and can’t be changed. Copy the role as a custom role to adjust them.',
  },
  lookOnly: { zh_CN: '您只能查看。{why}', en_US: 'View only. {why}' },
  beyond: {
    zh_CN: '该角色含有您没有的权限，不能修改：{rights}',
    en_US: 'This role has permissions you don’t have, so you can’t change it: {rights}',
  },
  notYours: { zh_CN: '您没有此权限', en_US: 'you don’t have this permission' },
  wholeLine: { zh_CN: '全部：{area}', en_US: 'All: {area}' },
  secondPersonAbove: { zh_CN: '超过此金额须第二人确认', en_US: 'Second person required above' },
  secondPersonHint: {
    zh_CN:
      '退款、手工费用或盘点差异超过此金额时，须由另一人确认；盘点由未参与盘点的人审核，没有申报价值的货物每件按 1 计。留空表示不限制。按仓库币种计算。',
    en_US:
      'Refunds, manual fees and count differences above this amount must be confirmed by a second person; counts must be approved by someone who did not count, and goods without a declared value count as 1 per piece. Leave empty for no limit. In the warehouse’s currency.',
  },
  noLimit: { zh_CN: '不限制', en_US: 'No limit' },
  save: { zh_CN: '保存角色', en_US: 'Save role' },
  create: { zh_CN: '创建角色', en_US: 'Create role' },
  saveLimit: { zh_CN: '保存金额', en_US: 'Save amount' },
  remove: { zh_CN: '删除角色', en_US: 'Delete role' },
  removeAsk: { zh_CN: '删除角色“{name}”？', en_US: 'Delete the role “{name}”?' },
  removeHint: { zh_CN: '删除后无法恢复。', en_US: 'This can’t be undone.' },
  effect: {
    zh_CN: '保存后，使用该角色的员工下一次操作即按新权限执行，无需重新登录。',
    en_US:
      'After saving, people with this role have the new permissions from their next action, without logging in again.',
  },
  tickHint: {
    zh_CN: '勾选操作权限时，会一并勾选所需的查看权限；取消查看权限时，依赖它的操作权限也会取消。',
    en_US:
      'Selecting an action permission also selects the view permission it needs; clearing a view permission also clears the actions that depend on it.',
  },
} as const satisfies Record<string, Text>

export const groupStateText: Record<GroupState, Text> = {
  full: { zh_CN: '全部', en_US: 'Full' },
  partly: { zh_CN: '部分', en_US: 'Partial' },
  look: { zh_CN: '仅查看', en_US: 'View only' },
  none: { zh_CN: '无', en_US: 'None' },
}

export const groupStateMark: Record<GroupState, string> = { full: '●', partly: '◐', look: '○', none: '' }
