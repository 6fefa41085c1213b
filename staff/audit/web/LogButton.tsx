import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { listAudit } from '../contract.ts'
import { auditText } from '../text.ts'

/** The way from a list, or from one row of it, to who changed it and how, for those who may see it. */
export function LogButton({ of, object }: { of: string; object?: number }) {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const isHidden = useFeature(listAudit.feature) === 'hidden'
  const item = object === undefined ? '' : `&object=${object}`
  const address = `/setting/audit?type=${of}${item}`
  if (isHidden || !may(listAudit.permission)) return null
  return (
    <Button
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return
        event.preventDefault()
        navigate(address)
      }}
    >
      {t(auditText.log)}
    </Button>
  )
}
