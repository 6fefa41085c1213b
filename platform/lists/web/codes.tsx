import { Alert } from 'antd'
import { problemsIn } from '../../calls/problems.ts'
import type { Text } from '../../text/text.ts'
import { useText } from '../../text/web/language.tsx'
import { notice } from '../../ui/web/notices.ts'
import { codes as codesRule, codesText } from '../codes.ts'
import type { Filters } from './filters.ts'

type CodeFilters = { search?: string | undefined; codes?: string[] | undefined }

/**
 * Many codes pasted into a list's search: they replace the search text, and those that match nothing are
 * listed.
 */
export function useCodes<V extends CodeFilters>(
  { change }: Pick<Filters<V>, 'change'>,
  match: { missing: string[] } | undefined,
) {
  const t = useText()
  const missing = match?.missing ?? []
  return {
    take: (codes: string[]) => {
      const read = codesRule.safeParse(codes)
      if (read.success) change({ codes, search: undefined } as Partial<V>)
      else for (const { message } of problemsIn(read.error).slice(0, 1)) notice('error', t<Text>(message))
    },
    chip: (codes: string[]) => t(codesText.codes, { count: codes.length }),
    panel: missing.length > 0 && (
      <Alert
        type="warning"
        showIcon
        title={t(codesText.missing, { count: missing.length, codes: missing.join(', ') })}
      />
    ),
  }
}
