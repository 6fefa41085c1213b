import { useEffect, useState } from 'react'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { useText } from '../../lib/web/language.tsx'
import { momentIn } from '../../lib/web/moment.ts'
import { topInfo } from '../door-contract.ts'
import { warehouseText } from '../text.ts'

/** The warehouse and the time on its wall, for the home page. */
export function WarehouseCard() {
  const t = useText()
  const units = useDictionary('metricUnit')
  const now = useNow()
  return (
    <Answered answer={useAnswer(topInfo, {})}>
      {({ warehouseCode, warehouseName, timeZone, currencyCode, unit }) => (
        <dl>
          <dt>{t(warehouseText.warehouseName)}</dt>
          <dd>{`${warehouseCode} · ${warehouseName}`}</dd>
          <dt>{t(warehouseText.localTime)}</dt>
          <dd>
            <time className="figures">{momentIn(now, timeZone)}</time>{' '}
            <span className="hint">{timeZone}</span>
          </dd>
          <dt>{t(warehouseText.currency)}</dt>
          <dd>{currencyCode ?? t(warehouseText.notSet)}</dd>
          <dt>{t(warehouseText.unit)}</dt>
          <dd>{unit === null ? t(warehouseText.notSet) : units.textOf(unit)}</dd>
        </dl>
      )}
    </Answered>
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
