import { Alert, Flex, Form } from 'antd'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { CheckField, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { type BinSpec, binCodes, reader } from '../bin-pattern.ts'
import { previewBins } from '../contract.ts'
import { inventoryText } from '../text.ts'
import './locations.css'

/** The initial ranges of a form. */
export const firstRanges: BinSpec = {
  aisles: 'A-C',
  bays: '01-20',
  levels: '01-04',
  separator: '-',
  isSerpentine: true,
}

/** The codes of the typed ranges, and what the server knows of them; `count` is how many would be new. */
export function useBinPreview({ aisles, bays, levels, separator, isSerpentine }: BinSpec) {
  const spec = { aisles, bays, levels, separator, isSerpentine }
  const bins = binCodes(spec)
  const { data: match, error } = useAnswer(previewBins, spec, { enabled: 'codes' in bins })
  const count = 'codes' in bins ? bins.codes.length - (match?.existing.length ?? 0) : 0
  return { bins, found: match, error, count }
}

/** Ranges of aisles, bays and levels, and every code they create. */
export function BinRanges<V extends BinSpec>({
  fields,
  preview: { bins, found, error },
}: {
  fields: Fields<V>
  preview: ReturnType<typeof useBinPreview>
}) {
  const t = useText()
  return (
    <>
      <Flex gap={12} wrap className="bin-ranges">
        <TextField
          fields={fields}
          name="aisles"
          label={inventoryText.aisles}
          hint={t(inventoryText.aislesHint)}
          isRequired
        />
        <TextField fields={fields} name="bays" label={inventoryText.bays} hint={t(inventoryText.baysHint)} />
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
      {'codes' in bins && !error ? (
        <Preview codes={bins.codes} found={found} />
      ) : (
        <Form.Item>
          <Alert
            type="error"
            showIcon
            role="alert"
            title={'problem' in bins ? t(bins.problem.message) : error?.message}
          />
        </Form.Item>
      )}
    </>
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
