import { Button, Descriptions, Flex } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../lib/web/call.ts'
import { Value } from '../../lib/web/columns.tsx'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { EnabledTag } from '../../lib/web/Enabled.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import { locationColumns } from '../columns.ts'
import { editLocation, location } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { EditLocation } from './LocationForm.tsx'

/** One location: everything about it, and the way to change it. */
export function LocationDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const may = useMay()
  const mayEdit = useFeature('location') === 'full' && may(editLocation.permission)
  const found = useAnswer(location, { id }, { enabled: id !== undefined, keep: false })
  const [edited, setEdited] = useState<string>()
  return (
    <DetailDrawer
      title={found.data?.locationCode ?? t(inventoryText.locations)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={found}
    >
      {(one) =>
        edited === id ? (
          <EditLocation of={one} onClose={() => setEdited(undefined)} />
        ) : (
          <Flex vertical gap={16}>
            {mayEdit && (
              <Flex>
                <Button onClick={() => setEdited(id)}>{t(webText.edit)}</Button>
              </Flex>
            )}
            <Descriptions
              bordered
              size="small"
              column={1}
              items={locationColumns.map(({ key, title, kind }) => ({
                key,
                label: t(title),
                children:
                  key === 'isEnabled' ? (
                    <EnabledTag isEnabled={one.isEnabled} />
                  ) : (
                    <Value kind={kind} value={one[key] ?? '–'} />
                  ),
              }))}
            />
          </Flex>
        )
      }
    </DetailDrawer>
  )
}
