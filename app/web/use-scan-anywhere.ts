import { useNavigate } from 'react-router'
import { sayFailure } from '../../platform/calls/web/call.ts'
import { MAX_SCANNED, scanTooLong } from '../../platform/scanning/scanned.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { useScan } from '../../platform/ui/web/shortcuts.ts'
import { shellText } from '../text.ts'

/** A scan on any page opens its document, unless the page takes scans itself. The result does the same with a number that was typed. */
export function useScanAnywhere(): (scanned: string) => void {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const find = async (scanned: string) => {
    if (scanned.length > MAX_SCANNED) return notice('error', t<Text>(scanTooLong))
    const { placeOfScan } = await import('./scan-places.ts')
    const place = await placeOfScan(scanned, may)
    if (place) navigate(place)
    else notice('warning', t(shellText.scanNotFound, { code: scanned }))
  }
  const open = (scanned: string) => void find(scanned).catch(sayFailure)
  useScan(open, { isLast: true })
  return open
}
