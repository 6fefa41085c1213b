import { useEffect, useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { cityOf } from '../../platform/text/time-zones.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { momentIn } from '../../platform/text/web/local-time.ts'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { warehouseCardText } from '../card-text.ts'
import { topInfo } from '../top-contract.ts'

/** The warehouse and its local time, for the home page. */
export function WarehouseCard() {
  const t = useText()
  const units = useDictionary('metricUnit')
  const now = useNow()
  return (
    <QueryBoundary answer={useAnswer(topInfo, {})}>
      {({ warehouseCode, warehouseName, timeZone, currencyCode, unit }) => (
        <dl>
          <dt>{t(warehouseCardText.warehouseName)}</dt>
          <dd>{`${warehouseCode} · ${warehouseName}`}</dd>
          <dt>{t(warehouseCardText.localTime)}</dt>
          <dd>
            <time className="figures">{momentIn(now, timeZone)}</time>{' '}
            <span className="hint">{t(cityOf(timeZone))}</span>
          </dd>
          <dt>{t(warehouseCardText.currency)}</dt>
          <dd>{currencyCode ?? t(warehouseCardText.notSet)}</dd>
          <dt>{t(warehouseCardText.unit)}</dt>
          <dd>{unit === null ? t(warehouseCardText.notSet) : units.textOf(unit)}</dd>
        </dl>
      )}
    </QueryBoundary>
  )
}

function useNow() {
  const [now, setNow] = useState(() => new Date().toISOString())
  useEffect(() => {
    setNow(new Date().toISOString())
    const clock = setInterval(() => setNow(new Date().toISOString()), 10_000)
    return () => clearInterval(clock)
  }, [])
  return now
}
