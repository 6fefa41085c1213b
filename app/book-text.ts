import type { Text } from '../platform/text/text.ts'

export const bookText = {
  clean: { zh_CN: '{count} 项核对全部通过', en_US: 'All {count} checks passed' },
  hits: {
    zh_CN: '发现 {count} 处不一致，请联系管理员',
    en_US: '{count} {count|mismatch|mismatches} found. Contact your administrator.',
  },
} as const satisfies Record<string, Text>
