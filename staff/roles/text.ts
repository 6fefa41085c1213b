import type { Text } from '../../platform/text/text.ts'
import type { GroupState } from './role-matrix.ts'

export const roleText = {
  list: { zh_CN: '角色列表', en_US: 'Roles' },
  glance: { zh_CN: '全部角色一览', en_US: 'All roles at a glance' },
  holders: { zh_CN: '使用人数', en_US: 'Held by' },
  people: { zh_CN: '{count} 人', en_US: 'held by {count}' },
  showHolders: { zh_CN: '查看使用该角色的 {count} 名员工', en_US: 'Show the people who hold it: {count}' },
  noHolders: { zh_CN: '暂无员工使用', en_US: 'Nobody holds it' },
  isDefault: { zh_CN: '默认', en_US: 'Default' },
  isOwn: { zh_CN: '自有', en_US: 'Own' },
  area: { zh_CN: '权限范围', en_US: 'Area' },
  newRole: { zh_CN: '新建角色', en_US: 'New role' },
  roleName: { zh_CN: '角色名称', en_US: 'Name of the role' },
  copyOf: { zh_CN: '{name}（副本）', en_US: '{name} (copy)' },
  copyAsOwn: { zh_CN: '复制为自有角色', en_US: 'Copy as own role' },
  rights: { zh_CN: '权限', en_US: 'Rights' },
  everything: {
    zh_CN: '负责人拥有全部权限，包括以后新增的。',
    en_US: 'The owner holds every right, those that will be added too.',
  },
  fixed: {
    zh_CN: '默认角色的权限随产品更新，不能修改；可以复制为自有角色再调整。',
    en_US:
      'The rights of a default role follow the product and cannot be changed. Copy it into a role of your own to adjust them.',
  },
  lookOnly: { zh_CN: '您只能查看。{why}', en_US: 'You can only look. {why}' },
  beyond: {
    zh_CN: '该角色含有您没有的权限，不能修改：{rights}',
    en_US: 'This role holds rights that you do not, so you cannot change it: {rights}',
  },
  notYours: { zh_CN: '您没有此权限', en_US: 'not yours to give' },
  wholeLine: { zh_CN: '全部：{area}', en_US: 'All of: {area}' },
  secondPersonAbove: { zh_CN: '超过此金额须第二人确认', en_US: 'A second person above this amount' },
  secondPersonHint: {
    zh_CN:
      '退款、手工费用或盘点差异超过此金额时，须由另一人确认；盘点由未参与盘点的人审核，没有申报价值的货物每件按 1 计。留空表示不限制。按仓库币种计算。',
    en_US:
      "A refund, a manual fee or the difference of a count above it must be confirmed by another person: a count by somebody who did not count, with goods without a declared value taken as 1 a piece. Empty means no limit. In the warehouse's currency.",
  },
  noLimit: { zh_CN: '不限制', en_US: 'No limit' },
  save: { zh_CN: '保存角色', en_US: 'Save role' },
  create: { zh_CN: '创建角色', en_US: 'Create role' },
  saveLimit: { zh_CN: '保存金额', en_US: 'Save amount' },
  remove: { zh_CN: '删除角色', en_US: 'Delete role' },
  removeAsk: { zh_CN: '删除角色“{name}”？', en_US: 'Delete the role "{name}"?' },
  removeHint: { zh_CN: '删除后无法恢复。', en_US: 'It cannot be brought back.' },
  effect: {
    zh_CN: '保存后，使用该角色的员工下一次操作即按新权限执行，无需重新登录。',
    en_US: 'Whoever holds this role has the new rights from their next step on, without logging in again.',
  },
  legend: { zh_CN: '图例', en_US: 'Legend' },
  tickHint: {
    zh_CN: '勾选操作权限时，会一并勾选所需的查看权限；取消查看权限时，依赖它的操作权限也会取消。',
    en_US:
      'Ticking something to do also ticks what must be seen for it; without seeing it, doing it goes too.',
  },
} as const satisfies Record<string, Text>

export const groupStateText: Record<GroupState, Text> = {
  full: { zh_CN: '全部', en_US: 'Full' },
  partly: { zh_CN: '部分', en_US: 'Partly' },
  look: { zh_CN: '仅查看', en_US: 'View' },
  none: { zh_CN: '无', en_US: 'None' },
}

export const groupStateMark: Record<GroupState, string> = { full: '●', partly: '◐', look: '○', none: '' }
