import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { problemTexts } from '../carrier.ts'
import { type platform, tryPlatform, voidTried } from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { outcomeTexts } from '../text.ts'
import { CallList } from './CallList.tsx'

type Tried = OutputOf<typeof tryPlatform>
/**
 * The account that bought the label, which also voids it; a test platform may sell the same one repeatedly.
 */
type Bought = Tried & { accountId: number | null; turn: number }

/** Sends the sample parcel and shows request, response and our interpretation. */
export function TryPanel({ of }: { of: OutputOf<typeof platform> }) {
  const t = useText()
  const [bought, setBought] = useState<Bought>()
  const { fields, ...form } = useForm(tryPlatform, {
    initial: { accountId: of.accounts[0]?.id, service: '' },
    toInput: ({ accountId, service }) => ({ id: of.id, accountId: accountId ?? null, service }),
    quiet: true,
    onDone: (tried, { accountId }) =>
      setBought((last) => ({ ...tried, accountId: accountId ?? null, turn: (last?.turn ?? 0) + 1 })),
  })
  return (
    <section aria-label={t(platformText.tryIt)}>
      <h3>{t(platformText.tryIt)}</h3>
      <p>{t(platformText.tryHint)}</p>
      <FormBody fields={fields} {...form} submitText={platformText.tryNow}>
        <SelectField
          fields={fields}
          name="accountId"
          label={platformText.tryAccount}
          options={of.accounts.map(({ id, accountName }) => ({ value: id, label: accountName }))}
        />
        <TextField fields={fields} name="service" label={platformText.tryService} />
      </FormBody>
      <div role="status" className="try-result">
        {bought && <Reading of={bought} />}
        {bought?.label && of.shape.requests.void && (
          <TakeBack key={bought.turn} id={of.id} accountId={bought.accountId} label={bought.label} />
        )}
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

/** Voids the sample's label: it may have cost money, and this tests the platform's void. */
function TakeBack({
  id,
  accountId,
  label: { ref },
}: {
  id: number
  accountId: number | null
  label: NonNullable<Tried['label']>
}) {
  const t = useText()
  const { mutate, isPending, data } = useCommand(voidTried, { quiet: true })
  const isDone = data?.outcome === 'voided' || data?.outcome === 'requested'
  return (
    <Flex vertical gap={16} className="try-void">
      {!isDone && (
        <div>
          <Button loading={isPending} onClick={() => mutate({ id, accountId, ref })}>
            {t(platformText.voidTried)}
          </Button>
        </div>
      )}
      {data && (
        <>
          <Alert
            type={isDone ? 'success' : 'error'}
            showIcon
            title={t(data.outcome ? outcomeTexts[data.outcome] : problemTexts[data.problem ?? 'down'])}
            description={data.words}
          />
          <CallList calls={data.calls} />
        </>
      )}
    </Flex>
  )
}
