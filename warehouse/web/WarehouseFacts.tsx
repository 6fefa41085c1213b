import { Alert, Button, Card, Flex } from 'antd'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { inUnit } from '../../platform/lists/columns.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { countryName } from '../../platform/text/countries.ts'
import { cityOf } from '../../platform/text/time-zones.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { FactList } from '../../platform/ui/web/FactList.tsx'
import { PlainPage } from '../../platform/ui/web/PlainPage.tsx'
import { useFeature, useMay, useReadOnlyBecause } from '../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { editWarehouse, satelliteWarehouses, warehouseFacts } from '../contract.ts'
import { warehouseText } from '../text.ts'
import { unitsOf } from '../units.ts'
import { FactsForm, SatelliteFactsForm } from './FactsForm.tsx'
import { MeasuresForm, SatelliteMeasuresForm } from './MeasuresForm.tsx'
import { SatelliteSettingsForm, SettingsCard } from './SettingsCard.tsx'

type Facts = OutputOf<typeof warehouseFacts>

/** The warehouse's details, fixed values and working rules. */
export function WarehouseFacts({ views, more }: { views: View[]; more: ReactNode }) {
  const t = useText()
  const may = useMay()
  const access = useFeature('warehouse')
  const readOnlyBecause = useReadOnlyBecause()
  const mayEdit = access === 'full' && may(editWarehouse.permission)

  return (
    <PlainPage title={t(warehouseText.warehouseTitle)} views={views} more={more}>
      {access === 'readonly' && (
        <Alert type="info" showIcon title={t(readOnlyBecause)} className="list-note" />
      )}
      <QueryBoundary answer={useAnswer(warehouseFacts, {})}>
        {(facts) => (
          <Flex vertical gap={16}>
            <FactsCard facts={facts} mayEdit={mayEdit} />
            <MeasuresCard facts={facts} mayEdit={mayEdit} />
            <SettingsCard facts={facts} mayEdit={mayEdit} />
          </Flex>
        )}
      </QueryBoundary>
      {access === 'full' && <SatellitesCard mayEdit={mayEdit} />}
    </PlainPage>
  )
}

function FactsCard({ facts, mayEdit }: { facts: Facts; mayEdit: boolean }) {
  const t = useText()
  const types = useDictionary('position_type')
  const [isOpen, setOpen] = useState(false)
  const shown = (value: string | null) => value || t(warehouseText.notSet)
  return (
    <Card
      size="small"
      title={t(warehouseText.facts)}
      extra={
        mayEdit && (
          <Button size="small" aria-label={t(warehouseText.editFacts)} onClick={() => setOpen(true)}>
            {t(warehouseText.edit)}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          [warehouseText.warehouseCode, facts.warehouseCode],
          [warehouseText.warehouseName, facts.warehouseName],
          [warehouseText.positionType, types.textOf(facts.positionType)],
          [
            warehouseText.country,
            facts.countryCode
              ? `${facts.countryCode} ${countryName(facts.countryCode, language)}`
              : t(warehouseText.notSet),
          ],
          [warehouseText.state, shown(facts.stateCode)],
          [warehouseText.city, shown(facts.city)],
          [warehouseText.zip, shown(facts.zip)],
          [warehouseText.address1, shown(facts.address1)],
          [warehouseText.address2, shown(facts.address2)],
          [warehouseText.contact, shown(facts.contact)],
          [warehouseText.phone, shown(facts.phone)],
          [warehouseText.email, shown(facts.email)],
          [warehouseText.timeZone, t(cityOf(facts.timeZone))],
          [
            warehouseText.snapshotTime,
            <>
              {facts.snapshotTime} <span className="hint">{t(warehouseText.snapshotHint)}</span>
            </>,
          ],
          [inUnit(warehouseText.minVolume, unitsOf(facts.unit).volume), facts.minVolume],
          [warehouseText.omsDomain, shown(facts.omsDomainName)],
        ]}
      />
      {isOpen && <FactsForm of={facts} onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** The warehouses of the company's satellites; empty where it has none. */
const isMeasured = ({ currencyCode, unit }: Facts) => currencyCode !== null && unit !== null

const satelliteActions = {
  facts: { text: warehouseText.edit, title: warehouseText.editSatellite },
  settings: { text: warehouseText.settings, title: warehouseText.editSatelliteSettings },
  measures: { text: warehouseText.measures, title: warehouseText.setSatelliteMeasures },
}

function SatellitesCard({ mayEdit }: { mayEdit: boolean }) {
  const t = useText()
  const satellites = useAnswer(satelliteWarehouses, {}).data ?? []
  const [open, setOpen] = useState<{ id: number; what: 'facts' | 'measures' | 'settings' }>()
  const opened = satellites.find(({ satelliteId }) => satelliteId === open?.id)
  const close = () => setOpen(undefined)
  if (satellites.length === 0) return null
  return (
    <Card size="small" title={t(warehouseText.satellites)} className="list-note">
      <p className="hint">{t(warehouseText.satellitesHint)}</p>
      {satellites.map((satellite) => (
        <Flex key={satellite.satelliteId} gap={12} align="center" justify="space-between">
          <span>
            {[
              `${satellite.warehouseCode} · ${satellite.warehouseName}`,
              satellite.address1,
              satellite.city,
              satellite.stateCode,
              satellite.zip,
              satellite.contact,
              satellite.phone,
            ]
              .filter(Boolean)
              .join(', ')}
          </span>
          {mayEdit && (
            <Flex gap={8} wrap justify="end">
              {(
                ['facts', 'settings', ...(isMeasured(satellite) ? [] : (['measures'] as const))] as const
              ).map((what) => (
                <Button
                  key={what}
                  size="small"
                  aria-label={`${t(satelliteActions[what].title)} ${satellite.warehouseCode}`}
                  onClick={() => setOpen({ id: satellite.satelliteId, what })}
                >
                  {t(satelliteActions[what].text)}
                </Button>
              ))}
            </Flex>
          )}
        </Flex>
      ))}
      {opened && open?.what === 'facts' && <SatelliteFactsForm of={opened} onClose={close} />}
      {opened && open?.what === 'settings' && <SatelliteSettingsForm of={opened} onClose={close} />}
      {opened && open?.what === 'measures' && <SatelliteMeasuresForm of={opened} onClose={close} />}
    </Card>
  )
}

function MeasuresCard({ facts, mayEdit }: { facts: Facts; mayEdit: boolean }) {
  const t = useText()
  const units = useDictionary('metricUnit')
  const [isOpen, setOpen] = useState(false)
  const isOpenStill = !isMeasured(facts)
  return (
    <Card
      size="small"
      title={t(warehouseText.measures)}
      extra={
        mayEdit &&
        isOpenStill && (
          <Button size="small" type="primary" onClick={() => setOpen(true)}>
            {t(warehouseText.setMeasures)}
          </Button>
        )
      }
    >
      <FactList
        facts={[
          [warehouseText.unit, facts.unit === null ? t(warehouseText.notSet) : units.textOf(facts.unit)],
          [warehouseText.currency, facts.currencyCode ?? t(warehouseText.notSet)],
        ]}
      />
      <p className="hint">
        {t(warehouseText.once)}
        {facts.measuresSetAt && (
          <>
            {' · '}
            {t(warehouseText.measuresSetAt)} <LocalTime at={facts.measuresSetAt} />
          </>
        )}
      </p>
      {isOpen && <MeasuresForm of={facts} onClose={() => setOpen(false)} />}
    </Card>
  )
}
