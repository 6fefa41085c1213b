import { Alert, Flex, Form, Modal } from 'antd'
import type { OutputOf } from '../../lib/call.ts'
import { fill } from '../../lib/text.ts'
import { useAnswer } from '../../lib/web/call.ts'
import { CheckField, FormBody, SelectField, TextField } from '../../lib/web/FormParts.tsx'
import { useForm } from '../../lib/web/form.ts'
import { useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { webText } from '../../lib/web/text.ts'
import { type BinSpec, binCodes, reader } from '../bin-pattern.ts'
import { generateBins, listLocations, listZones, locationPattern, previewBins } from '../contract.ts'
import { inventoryText } from '../text.ts'
import { HoldingFields, type Holdings, holdingsOf, sentHoldings } from './HoldingFields.tsx'

const start: BinSpec & Holdings = {
  aisles: 'A-C',
  bays: '01-20',
  levels: '1-4',
  separator: '-',
  isSerpentine: true,
  ...holdingsOf(),
}

/** Many locations at once: type the ranges, see every code, then make them. */
export function GenerateDialog({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(generateBins, {
    draft: 'generate-bins',
    initial: start,
    toInput: sentHoldings,
    refreshes: [listLocations, listZones, locationPattern, previewBins],
    quiet: true,
    onDone: ({ made }) => {
      notice('success', t(inventoryText.made, { count: made }))
      onClose()
    },
  })
  const { aisles, bays, levels, separator, isSerpentine } = fields.value
  const bins = binCodes({ aisles, bays, levels, separator, isSerpentine })
  const preview = useAnswer(
    previewBins,
    { aisles, bays, levels, separator, isSerpentine },
    { enabled: 'codes' in bins },
  )
  const count = 'codes' in bins ? bins.codes.length - (preview.data?.existing.length ?? 0) : 0
  return (
    <Modal
      open
      width={640}
      title={t(inventoryText.generateTitle)}
      footer={null}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
      mask={{ closable: false }}
    >
      <FormBody
        fields={fields}
        onSubmit={onSubmit}
        isPending={isPending}
        submitText={fill(inventoryText.create, { count })}
        onCancel={onClose}
      >
        <Flex gap={12} wrap className="bin-ranges">
          <TextField
            fields={fields}
            name="aisles"
            label={inventoryText.aisles}
            hint={t(inventoryText.aislesHint)}
            isRequired
          />
          <TextField
            fields={fields}
            name="bays"
            label={inventoryText.bays}
            hint={t(inventoryText.baysHint)}
          />
          <TextField
            fields={fields}
            name="levels"
            label={inventoryText.levels}
            hint={t(inventoryText.levelsHint)}
          />
          <SelectField
            fields={fields}
            name="separator"
            label={inventoryText.separator}
            isRequired
            options={[
              { value: '-', label: t(inventoryText.hyphen) },
              { value: '', label: t(inventoryText.noSeparator) },
            ]}
          />
        </Flex>
        <CheckField
          fields={fields}
          name="isSerpentine"
          label={inventoryText.serpentine}
          hint={t(inventoryText.serpentineHint)}
        />
        {'codes' in bins ? (
          <Preview codes={bins.codes} found={preview.data} />
        ) : (
          <Form.Item>
            <Alert type="error" showIcon role="alert" title={t(bins.problem.message)} />
          </Form.Item>
        )}
        <HoldingFields fields={fields} />
      </FormBody>
    </Modal>
  )
}

function Preview({
  codes,
  found: data,
}: {
  codes: string[]
  found: OutputOf<typeof previewBins> | undefined
}) {
  const t = useText()
  const first = codes[0] ?? ''
  const place = data && reader(data.pattern)(first)
  const existing = new Set(data?.existing.map((code) => code.toLowerCase()))
  const shown = (part: string | null) => part ?? '–'
  return (
    <section className="bin-preview" aria-label={t(inventoryText.previewAll)}>
      <p aria-live="polite">
        <strong>{t(inventoryText.previewCount, { count: codes.length })}</strong>
        {existing.size > 0 && ` · ${t(inventoryText.previewExists, { count: existing.size })}`}
        {data && ` · ${t(inventoryText.previewRoute, { from: data.routeFrom })}`}
      </p>
      {data && place && (
        <p className="hint">
          {(place.aisle ?? place.bay ?? place.level)
            ? t(inventoryText.previewCoordinates, {
                code: first,
                aisle: shown(place.aisle),
                bay: shown(place.bay),
                level: shown(place.level),
              })
            : t(inventoryText.previewNoFit, { code: first, pattern: data.pattern })}
        </p>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul className="bin-codes" tabIndex={0} aria-label={t(inventoryText.previewAll)}>
        {codes.map((code) => (
          <li key={code}>{existing.has(code.toLowerCase()) ? <del>{code}</del> : code}</li>
        ))}
      </ul>
    </section>
  )
}
