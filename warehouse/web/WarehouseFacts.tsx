import { Alert, Card, Descriptions } from 'antd'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { useText } from '../../lib/web/language.tsx'
import { PlainPage } from '../../lib/web/PlainPage.tsx'
import { useFeature } from '../../lib/web/permission.tsx'
import { webText } from '../../lib/web/text.ts'
import type { View } from '../../lib/web/Views.tsx'
import { warehouseFacts } from '../contract.ts'
import { warehouseText } from '../text.ts'

/** Everything that is fixed about the warehouse. */
export function WarehouseFacts({ views }: { views: View[] }) {
  const t = useText()
  const types = useDictionary('position_type')
  const units = useDictionary('metricUnit')
  const isReadOnly = useFeature('warehouse') === 'readonly'
  const shown = (value: string | null) => value || t(warehouseText.notSet)

  return (
    <PlainPage title={t(warehouseText.warehouseTitle)} views={views}>
      {isReadOnly && <Alert type="info" showIcon title={t(webText.readOnly)} className="list-note" />}
      <Answered answer={useAnswer(warehouseFacts, {})}>
        {(facts) => (
          <Card size="small">
            <Descriptions
              bordered
              size="small"
              column={{ xs: 1, sm: 1, md: 2 }}
              items={[
                { label: t(warehouseText.warehouseCode), children: facts.warehouseCode },
                { label: t(warehouseText.warehouseName), children: facts.warehouseName },
                { label: t(warehouseText.positionType), children: types.textOf(facts.positionType) },
                { label: t(warehouseText.country), children: shown(facts.countryCode) },
                { label: t(warehouseText.state), children: shown(facts.stateCode) },
                { label: t(warehouseText.city), children: shown(facts.city) },
                { label: t(warehouseText.zip), children: shown(facts.zip) },
                { label: t(warehouseText.address1), children: shown(facts.address1) },
                { label: t(warehouseText.address2), children: shown(facts.address2) },
                { label: t(warehouseText.contact), children: shown(facts.contact) },
                { label: t(warehouseText.phone), children: shown(facts.phone) },
                { label: t(warehouseText.email), children: shown(facts.email) },
                { label: t(warehouseText.timeZone), children: facts.timeZone },
                {
                  label: t(warehouseText.currency),
                  children: <Once>{shown(facts.currencyCode)}</Once>,
                },
                {
                  label: t(warehouseText.unit),
                  children: (
                    <Once>{facts.unit === null ? t(warehouseText.notSet) : units.textOf(facts.unit)}</Once>
                  ),
                },
                {
                  label: t(warehouseText.snapshotTime),
                  children: (
                    <>
                      {facts.snapshotTime} <span className="hint">{t(warehouseText.snapshotHint)}</span>
                    </>
                  ),
                },
                { label: t(warehouseText.minVolume), children: facts.minVolume },
              ].map((item) => ({ ...item, key: item.label }))}
            />
          </Card>
        )}
      </Answered>
    </PlainPage>
  )
}

function Once({ children }: { children: string }) {
  const t = useText()
  return (
    <>
      {children} <span className="hint">{t(warehouseText.once)}</span>
    </>
  )
}
