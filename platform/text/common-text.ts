import type { Text } from './text.ts'

/** The name of the system account. */
export const systemName = { zh_CN: '系统', en_US: 'System' } as const satisfies Text

export const callText = {
  done: { zh_CN: '操作成功', en_US: 'Operation succeeded' },
  partlyDone: { zh_CN: '操作部分成功', en_US: 'Action partially successful' },
  addFailed: { zh_CN: '新增失败', en_US: 'Add failed' },
  deleteFailed: { zh_CN: '删除失败', en_US: 'Delete failed' },
  billingFailed: { zh_CN: '计费失败', en_US: 'Billing failed' },
  actionFailed: { zh_CN: '操作失败', en_US: 'Action failed' },
  networkException: { zh_CN: '网络异常', en_US: 'Network exception' },
  networkError: { zh_CN: '网络错误', en_US: 'Network error' },
  serverError: { zh_CN: '服务器错误', en_US: 'Server error' },
  notLoggedIn: { zh_CN: '未登录', en_US: 'Not logged in' },
  invalid: { zh_CN: '填写有误：{problems}', en_US: 'Please correct: {problems}' },
  required: { zh_CN: '必填', en_US: 'Required' },
  wrongForm: { zh_CN: '格式不正确', en_US: 'Invalid format' },
  unknownField: { zh_CN: '含有未知字段', en_US: 'Contains an unknown field' },
  tooSmall: { zh_CN: '不能小于 {limit}', en_US: 'Must be at least {limit}' },
  tooBig: { zh_CN: '不能超过 {limit}', en_US: 'Must be at most {limit}' },
  tooDeep: { zh_CN: '页码过大，请缩小筛选范围', en_US: 'Page number too high. Narrow the filters.' },
  selectionSize: { zh_CN: '单据数量无效', en_US: 'Invalid order size' },
  alreadySo: { zh_CN: '状态没有变化', en_US: 'Status unchanged' },
  noPermission: { zh_CN: '没有权限：{permission}', en_US: 'Missing permission: {permission}' },
  mustChange: { zh_CN: '请先修改密码', en_US: 'Change your password first' },
  hiddenHere: { zh_CN: '当前系统版本未开放此功能', en_US: 'Not available in this system version' },
  readOnlyHere: { zh_CN: '当前系统版本中此功能为只读', en_US: 'Read-only in this system version' },
  customersElsewhere: {
    zh_CN: '客户账号请使用订单管理系统',
    en_US: 'Customer accounts must use the order management system',
  },
  expired: {
    zh_CN: '使用期已结束，当前只能查询和导出；请联系我们续费',
    en_US: 'Your usage period has ended. You can only view and export data. Contact us to renew.',
  },
  otherPlatform: { zh_CN: '请求不属于本平台', en_US: 'This request belongs to another platform' },
  crossSite: { zh_CN: '不接受来自其他网站的请求', en_US: 'Requests from other sites are not accepted' },
  malformed: { zh_CN: '请求格式错误', en_US: 'Malformed request' },
  noRoute: { zh_CN: '接口不存在', en_US: 'API not found' },
  overflow: {
    zh_CN: '合计数字过大，无法保存，请检查金额和数量',
    en_US: 'The total is too large to be saved. Check amounts and quantities.',
  },
  tooLarge: { zh_CN: '请求内容过大', en_US: 'The request is too large' },
  wrongType: { zh_CN: '不支持的内容类型', en_US: 'Unsupported content type' },
  tooSlow: { zh_CN: '请求超时', en_US: 'The request timed out' },
  inProgress: {
    zh_CN: '相同的操作正在进行，请稍候',
    en_US: 'The same action is already running. Please wait.',
  },
  otherRequest: {
    zh_CN: '该操作编号已用于另一请求',
    en_US: 'This idempotency key was already used for another request',
  },
  tooMany: {
    zh_CN: '尝试次数过多，请 {minutes} 分钟后再试',
    en_US: 'Too many attempts. Try again in {minutes} {minutes|minute|minutes}.',
  },
  unavailable: {
    zh_CN: '系统暂时不可用，请稍后重试',
    en_US: 'The system is temporarily unavailable. Try again shortly.',
  },
  storageFull: { zh_CN: '存储空间已满，请联系管理员', en_US: 'Storage is full. Contact the administrator.' },
  encryption: { zh_CN: '获取加密信息失败', en_US: 'Failed to retrieve encryption info' },
  linkOver: { zh_CN: '链接已失效', en_US: 'This link is no longer valid' },
} as const satisfies Record<string, Text>
