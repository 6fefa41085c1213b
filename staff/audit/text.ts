import { systemName } from '../../platform/text/common-text.ts'
import type { Text } from '../../platform/text/text.ts'

export const auditText = {
  log: { zh_CN: '日志查询', en_US: 'Log' },
  title: { zh_CN: '操作日志', en_US: 'Audit log' },
  at: { zh_CN: '时间', en_US: 'Time' },
  person: { zh_CN: '操作人', en_US: 'User' },
  ip: { zh_CN: '来源 IP', en_US: 'IP address' },
  type: { zh_CN: '对象', en_US: 'Object' },
  no: { zh_CN: '单号或名称', en_US: 'Number or name' },
  action: { zh_CN: '操作', en_US: 'Action' },
  before: { zh_CN: '修改前', en_US: 'Before' },
  after: { zh_CN: '修改后', en_US: 'After' },
  reason: { zh_CN: '原因', en_US: 'Reason' },
  requestId: { zh_CN: '请求编号', en_US: 'Request' },
  searchNo: { zh_CN: '单号、账号或名称的开头', en_US: 'Number, account or name starts with' },
  none: { zh_CN: '暂无操作记录', en_US: 'No audit entries yet' },
  notFound: { zh_CN: '日志不存在', en_US: 'Audit entry not found' },
  changes: { zh_CN: '修改内容', en_US: 'Changes' },
  noFields: { zh_CN: '没有字段变化', en_US: 'No fields changed' },
  field: { zh_CN: '字段', en_US: 'Field' },
  timeline: { zh_CN: '操作记录', en_US: 'Activity' },
  bySystem: systemName,
  sameObject: { zh_CN: '查看该对象的全部日志', en_US: 'All entries for this object' },
} as const satisfies Record<string, Text>
