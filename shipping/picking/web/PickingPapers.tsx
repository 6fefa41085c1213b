import { useCommand } from '../../../platform/calls/web/call.ts'
import { pageLayoutNames } from '../../../platform/printing/labels.ts'
import { fill } from '../../../platform/text/text.ts'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { PrintDrawer } from '../../../warehouse/print-settings/web/PrintDrawer.ts'
import { listPickingPapers, markPickingListsPrinted, printPickingLists } from '../contract.ts'
import { pickingText } from '../text.ts'
import { readings } from './readings.ts'

const words = {
  title: pickingText.printTitle,
  items: pickingText.title,
  count: (count: number) => fill(pickingText.paperCount, { count }),
  didAll: pickingText.didAllPrint,
  fromOn: pickingText.notPrintedFrom,
}

/** Picking lists before printing; those that came out are being picked from then on. */
export function PickingPapers({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const isOpen = useFeature('orders') === 'full'
  const mayMark = useMay()(markPickingListsPrinted.permission) && isOpen
  const mark = useCommand(markPickingListsPrinted, { refreshes: readings, quiet: true })
  return (
    <PrintDrawer
      kind="picking"
      list={listPickingPapers}
      call={printPickingLists}
      which={{ ids }}
      layouts={pageLayoutNames}
      words={words}
      onPrinted={(printed) => mayMark && mark.mutate({ ids: printed })}
      onClose={onClose}
    />
  )
}
