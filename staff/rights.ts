import { type RightGroup, right } from '../platform/slices/rights.ts'

export const staffRights: readonly RightGroup[] = [
  {
    name: 'settings',
    title: { zh_CN: '员工、仓库、Logo、基础配置', en_US: 'Staff, warehouse, logo, basic configuration' },
    views: [
      right('setting:account:view', '查看员工', 'View staff'),
      right('setting:warehouse:view', '查看仓库信息', 'View warehouse info'),
      right('setting:logo:view', '查看 Logo', 'View logos'),
      right('setting:basicData:view', '查看基础配置', 'View basic configuration'),
    ],
    acts: [
      right('setting:account:create', '创建与邀请员工', 'Create and invite staff'),
      right('setting:account:edit', '编辑、停用员工，重置密码', 'Edit and disable staff, reset passwords'),
      right('setting:warehouse:edit', '编辑仓库信息', 'Edit warehouse info'),
      right('setting:logo:edit', '更换 Logo', 'Change logos'),
      right('setting:basicData:edit', '编辑基础配置', 'Edit basic configuration'),
      right('setting:invite:view', '邀请好友', 'Invite friends'),
    ],
    fullFor: ['manager'],
  },
  {
    name: 'roles',
    title: { zh_CN: '角色', en_US: 'Roles' },
    views: [],
    acts: [right('setting:role:edit', '编辑角色', 'Edit roles')],
  },
  {
    name: 'floor',
    title: { zh_CN: '现场呼叫', en_US: 'Supervisor calls' },
    views: [],
    acts: [right('floor:call:answer', '处理现场呼叫', 'Answer supervisor calls')],
    fullFor: ['manager'],
  },
  {
    name: 'oversight',
    title: { zh_CN: '操作日志与账务自检', en_US: 'Audit log and ledger check' },
    views: [right('setting:audit:view', '查看操作日志', 'View audit log')],
    acts: [
      right('setting:audit:export', '导出操作日志', 'Export audit log'),
      right('setting:books:check', '账务自检', 'Run ledger check'),
      right('setting:openapi:view', '查看接口文档', 'View API documentation'),
    ],
    fullFor: ['manager'],
  },
]
