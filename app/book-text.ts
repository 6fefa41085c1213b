import type { Text } from '../platform/text/text.ts'

export const bookText = {
  clean: { zh_CN: '{count} 项核对全部通过', en_US: 'All {count} checks are clean' },
  hits: {
    zh_CN: '发现 {count} 处不一致，请联系管理员',
    en_US: '{count} {count|entry does|entries do} not agree; call an administrator',
  },
} as const satisfies Record<string, Text>
