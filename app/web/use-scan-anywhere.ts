import { useNavigate } from 'react-router'
import { sayFailure } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { useScan } from '../../platform/ui/web/shortcuts.ts'
import { shellText } from '../text.ts'

/** A scan on any page opens its document, unless the page takes scans itself. */
export function useScanAnywhere(): void {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const open = async (scanned: string) => {
    const { placeOfScan } = await import('./scan-places.ts')
    const place = await placeOfScan(scanned, may)
    if (place) navigate(place)
    else notice('warning', t(shellText.scanNotFound, { code: scanned }))
  }
  useScan((scanned) => void open(scanned).catch(sayFailure), { isLast: true })
}
