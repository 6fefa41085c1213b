import type { Text } from '../../platform/text/text.ts'

export const assignText: Text = { zh_CN: '分配报价', en_US: 'Assign quote' }
