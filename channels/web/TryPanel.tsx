import { Alert, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../lib/call.ts'
import { FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { problemTexts } from '../carrier.ts'
import { type platform, tryPlatform } from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { CallList } from './CallList.tsx'

type Tried = OutputOf<typeof tryPlatform>

/** Sends the sample parcel and shows all three: what went out, what came back, and how we read it. */
export function TryPanel({ of }: { of: OutputOf<typeof platform> }) {
  const t = useText()
  const [tried, setTried] = useState<Tried>()
  const { fields, onSubmit, isPending } = useForm(tryPlatform, {
    initial: { accountId: of.accounts[0]?.id, service: '' },
    toInput: ({ accountId, service }) => ({ id: of.id, accountId: accountId ?? null, service }),
    quiet: true,
    onDone: setTried,
  })
  return (
    <section aria-label={t(platformText.tryIt)}>
      <h3>{t(platformText.tryIt)}</h3>
      <p>{t(platformText.tryHint)}</p>
      <FormBody fields={fields} onSubmit={onSubmit} isPending={isPending} submitText={platformText.tryNow}>
        <SelectField
          fields={fields}
          name="accountId"
          label={platformText.tryAccount}
          options={of.accounts.map(({ id, accountName }) => ({ value: id, label: accountName }))}
        />
        <TextField fields={fields} name="service" label={platformText.tryService} />
      </FormBody>
      <div role="status" className="try-result">
        {tried && <Reading of={tried} />}
      </div>
    </section>
  )
}

function Reading({ of: { problem, words, label, calls } }: { of: Tried }) {
  const t = useText()
  return (
    <Flex vertical gap={16}>
      {label ? (
        <Alert
          type="success"
          showIcon
          title={t(platformText.readOk, {
            trackingNo: label.trackingNo,
            format: label.format.toUpperCase(),
            bytes: label.bytes,
          })}
          description={label.cost && t(platformText.readCost, label.cost)}
        />
      ) : (
        <Alert type="error" showIcon title={problem && t(problemTexts[problem])} description={words} />
      )}
      <CallList calls={calls} />
    </Flex>
  )
}
