import { Button } from 'antd'
import { useNavigate } from 'react-router'
import { useText } from '../../lib/web/language.tsx'
import { useMay } from '../../lib/web/permission.tsx'
import { listTrail } from '../contract.ts'
import { trailText } from '../trail-text.ts'

/** The way from a list to who changed which of its rows, and how, for those who may see it. */
export function LogButton({ of }: { of: string }) {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const address = `/setting/audit?type=${of}`
  if (!may(listTrail.permission)) return null
  return (
    <Button
      href={address}
      onClick={(event) => {
        if (event.ctrlKey || event.metaKey) return
        event.preventDefault()
        navigate(address)
      }}
    >
      {t(trailText.log)}
    </Button>
  )
}
