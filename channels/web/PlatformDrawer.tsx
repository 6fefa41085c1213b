import { Button, Descriptions, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../lib/call.ts'
import { columnText } from '../../lib/column-text.ts'
import { useAnswer } from '../../lib/web/call.ts'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { EnabledTag } from '../../lib/web/Enabled.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import { editPlatform, platform } from '../platform-contract.ts'
import { headersAsText } from '../platform-template.ts'
import { platformText } from '../platform-text.ts'
import { channelsText } from '../text.ts'
import { EditPlatform } from './PlatformForm.tsx'
import { TryPanel } from './TryPanel.tsx'

type Platform = OutputOf<typeof platform>

/** One platform: how it is spoken to, and a try of it. */
export function PlatformDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const found = useAnswer(platform, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  return (
    <DetailDrawer
      title={
        found.data ? `${found.data.platformCode} · ${found.data.platformName}` : t(channelsText.selfBuilt)
      }
      isOpen={id !== undefined}
      onClose={onClose}
      answer={found}
      width={720}
    >
      {(one) =>
        edited === id ? (
          <EditPlatform of={one} onClose={() => setEdited(undefined)} />
        ) : (
          <Facts key={id} of={one} onEdit={() => setEdited(id)} />
        )
      }
    </DetailDrawer>
  )
}

function Facts({ of, onEdit }: { of: Platform; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const mayChange = useFeature('basicData') === 'full' && may(editPlatform.permission)
  const { address, headers, requests, answers } = of.shape
  const requestIn = (request: { method: string; path: string } | null) =>
    request ? `${request.method} ${request.path}` : '–'
  return (
    <Flex vertical gap={16}>
      {mayChange && (
        <Flex>
          <Button onClick={onEdit}>{t(webText.edit)}</Button>
        </Flex>
      )}
      <Descriptions
        column={1}
        size="small"
        bordered
        items={[
          { label: t(platformText.platformCode), children: of.platformCode },
          { label: t(columnText.status), children: <EnabledTag isEnabled={of.isEnabled} /> },
          { label: t(platformText.address), children: address },
          { label: t(platformText.headers), children: headersAsText(headers) },
          { label: t(platformText.buy), children: requestIn(requests.buy) },
          { label: t(platformText.trackingPath), children: answers.trackingPath },
          { label: t(platformText.labelPath), children: answers.labelPath },
          { label: t(platformText.findPath), children: requestIn(requests.find) },
          { label: t(platformText.voidPath), children: requestIn(requests.void) },
          { label: t(platformText.checkPath), children: requestIn(requests.check) },
        ].map((item) => ({ ...item, key: item.label }))}
      />
      {mayChange && of.isEnabled && <TryPanel of={of} />}
    </Flex>
  )
}
