import { Alert } from 'antd'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField } from '../../platform/forms/web/FormParts.tsx'
import { useAsk } from '../../platform/forms/web/form.ts'
import { language, useText } from '../../platform/text/web/language.tsx'
import { orderChannels } from '../contract.ts'
import { dialogText } from '../dialog-text.ts'
import { ordersText } from '../text.ts'

/** Another channel for the picked orders. */
export function ChannelDialog({
  count,
  onAssign,
  onClose,
}: {
  count: number
  onAssign: (channelId: number) => Promise<boolean>
  onClose: () => void
}) {
  const t = useText()
  const channels = useAnswer(orderChannels, {}, { staleTime: 60_000 })
  const { fields, ...form } = useAsk({
    initial: { channelId: undefined as number | undefined },
    check: ({ channelId }) => (channelId === undefined ? { channelId: ordersText.channelNeeded } : {}),
    onSubmit: async ({ channelId }) => channelId !== undefined && onAssign(channelId),
    onClose,
  })
  return (
    <Dialog title={t(dialogText.channelAsk, { count })} onClose={onClose}>
      <Alert type="info" showIcon title={t(dialogText.channelWarning)} />
      <FormBody fields={fields} {...form} submitText={ordersText.changeChannel} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="channelId"
          label={ordersText.channel}
          isRequired
          options={(channels.data ?? [])
            .filter(({ isEnabled }) => isEnabled)
            .map(({ id, channelCode, nameZh, nameEn }) => ({
              value: id,
              label: `${channelCode} ${language === 'zh_CN' ? nameZh : nameEn}`,
            }))}
        />
      </FormBody>
    </Dialog>
  )
}
