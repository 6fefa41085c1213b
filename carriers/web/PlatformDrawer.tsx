import type { OutputOf } from '../../platform/calls/call.ts'
import { EditDrawer } from '../../platform/forms/web/EditDrawer.tsx'
import { columnText } from '../../platform/lists/column-text.ts'
import { EnabledTag } from '../../platform/lists/web/Enabled.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { editPlatform, platform } from '../platform-contract.ts'
import { headersAsText } from '../platform-template.ts'
import { platformText } from '../platform-text.ts'
import { EditPlatform } from './PlatformForm.tsx'
import { TryPanel } from './TryPanel.tsx'

/** One platform: its description and a test. */
export function PlatformDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={platform}
      editCall={editPlatform}
      title={(item) => (item ? `${item.platformCode} · ${item.platformName}` : t(platformText.selfBuilt))}
      log={(item) => <LogButton of="platform" object={item.id} />}
      facts={(item, mayEdit) => (
        <>
          <Facts of={item} />
          {mayEdit && item.isEnabled && <TryPanel of={item} />}
        </>
      )}
      form={(item, close) => <EditPlatform of={item} onClose={close} />}
    />
  )
}

const requestIn = (request: { method: string; path: string } | null) =>
  request && `${request.method} ${request.path}`

function Facts({ of }: { of: OutputOf<typeof platform> }) {
  const { address, headers, requests, answers } = of.shape
  return (
    <FactList
      facts={[
        [platformText.platformCode, of.platformCode],
        [columnText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
        [platformText.address, address],
        [platformText.headers, headersAsText(headers)],
        [platformText.buy, requestIn(requests.buy)],
        [platformText.trackingPath, answers.trackingPath],
        [platformText.labelPath, answers.labelPath],
        [platformText.findPath, requestIn(requests.find)],
        [platformText.voidPath, requestIn(requests.void)],
        [platformText.checkPath, requestIn(requests.check)],
      ]}
    />
  )
}
