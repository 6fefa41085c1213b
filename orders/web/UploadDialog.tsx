import type { OutputOf } from '../../platform/calls/call.ts'
import { ChooseFile } from '../../platform/files/web/ChooseFile.tsx'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { Field } from '../../platform/forms/web/Field.tsx'
import { FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import type { getOrder } from '../contract.ts'
import { dialogText } from '../dialog-text.ts'
import { ordersText } from '../text.ts'
import { uploadLabel } from '../waybills/contract.ts'
import { readings } from './readings.ts'

/** A customer's label for one order, with its tracking number. */
export function UploadDialog({ of, onClose }: { of: OutputOf<typeof getOrder>; onClose: () => void }) {
  const t = useText()
  const form = useForm(uploadLabel, {
    initial: { file: undefined as { fileId: number; fileName: string } | undefined, trackingNo: '' },
    toInput: ({ file, trackingNo }) => ({ id: of.id, fileId: file?.fileId ?? 0, trackingNo, readyAt: null }),
    also: ({ file }) => (file ? {} : { file: dialogText.fileNeeded }),
    refreshes: readings,
    onDone: onClose,
  })
  const { fields } = form
  return (
    <Dialog title={`${t(ordersText.uploadLabel)} · ${of.orderNo}`} onClose={onClose}>
      <FormBody {...form} submitText={ordersText.uploadLabel} onCancel={onClose}>
        <TextField
          fields={fields}
          name="trackingNo"
          label={ordersText.trackingNo}
          isRequired
          maxLength={60}
        />
        <Field fields={fields} name="file" label={dialogText.labelFile} isRequired>
          {() => (
            <div>
              <ChooseFile
                purpose="label"
                label={dialogText.chooseFile}
                onUploaded={({ fileId, fileName }) => fields.change({ file: { fileId, fileName } })}
              />{' '}
              {fields.value.file?.fileName}
            </div>
          )}
        </Field>
      </FormBody>
    </Dialog>
  )
}
