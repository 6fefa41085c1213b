import { ActionButton, type ListAction } from '../../../platform/lists/web/ListActions.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { listAudit } from '../contract.ts'
import { auditText } from '../text.ts'

/** The link from a list or a row to its audit log, for users who may see it. */
export function useLogAction(of: string, object?: number): ListAction | undefined {
  const t = useText()
  const may = useMay()
  const isHidden = useFeature(listAudit.feature) === 'hidden'
  if (isHidden || !may(listAudit.permission)) return undefined
  const one = object === undefined ? '' : `&object=${object}`
  return { label: t(auditText.log), to: `/setting/audit?type=${of}${one}`, isReading: true }
}

export function LogButton({ of, object }: { of: string; object?: number }) {
  const action = useLogAction(of, object)
  return action && <ActionButton action={action} />
}
