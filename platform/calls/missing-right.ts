import { z } from 'zod'
import { fill, type Text } from '../text/text.ts'
import { nothing, query } from './call.ts'

/** Some of the people who have a permission, by name, and how many there are. */
export type Holders = { names: string[]; total: number }

const missingText = {
  held: {
    zh_CN: '缺少权限“{right}”。有此权限的同事：{names}。',
    en_US: 'You don’t have the “{right}” permission. Colleagues who have it: {names}.',
  },
  needed: {
    zh_CN: '缺少权限“{right}”，请联系仓库负责人开通。',
    en_US: 'You don’t have the “{right}” permission. Ask your warehouse owner to grant it.',
  },
  andMore: { zh_CN: '{names} 及另外 {more} 人', en_US: '{names} and {more} more' },
} as const satisfies Record<string, Text>

/** The title of the missing permission and who has it. */
export function missingRight(right: Text, holders: Holders | undefined): Text {
  const message = (language: 'zh_CN' | 'en_US') => {
    if (!holders || holders.total === 0) return fill(missingText.needed, { right: right[language] })[language]
    const { names, total } = holders
    const more = total - names.length
    const listed = names.join(language === 'zh_CN' ? '、' : ', ')
    const all = more > 0 ? fill(missingText.andMore, { names: listed, more })[language] : listed
    return fill(missingText.held, { right: right[language], names: all })[language]
  }
  return { zh_CN: message('zh_CN'), en_US: message('en_US') }
}

/** Who has the permissions the caller lacks; owners, who have all of them, are listed under `*`. */
export const rightHolders = query('/gateway/wms/rights/holders', {
  permission: 'signed_in',
  feature: 'home',
  isBackground: true,
  input: nothing,
  output: z.array(z.object({ permission: z.string(), names: z.array(z.string()), total: z.number().int() })),
})

/** Owners have every permission, so they are named only when no one else has it. */
export const holdersAmong = (
  all: readonly (Holders & { permission: string })[],
  permission: string,
): Holders | undefined =>
  all.find((item) => item.permission === permission) ?? all.find((item) => item.permission === '*')
