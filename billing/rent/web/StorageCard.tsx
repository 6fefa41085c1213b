import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { AGES, storageFigures } from '../storage-contract.ts'
import { storageText } from '../storage-text.ts'

/** How full the warehouse is, and how old the goods in it are. */
export function StorageCard() {
  const t = useText()
  const units = useUnits()
  return (
    <QueryBoundary answer={useAnswer(storageFigures, {}, { staleTime: 600_000 })}>
      {({ bins, binsUsed, day, volume, ages }) => (
        <>
          <div className="figure-row">
            <Link to="/query/stock?mode=location" className="figure">
              <strong>{grouped(String(binsUsed))}</strong>{' '}
              {t(storageText.binsUsed, { all: grouped(String(bins)) })}
            </Link>
            {day && (
              <div className="figure">
                <strong>
                  {grouped(volume)} {units.volume}
                </strong>{' '}
                {t(storageText.volume, { day })}
              </div>
            )}
          </div>
          {day ? <Ages ages={ages} /> : <p className="hint">{t(storageText.none)}</p>}
        </>
      )}
    </QueryBoundary>
  )
}

function Ages({ ages }: { ages: number[] }) {
  const t = useText()
  const max = Math.max(1, ...ages)
  const nameOf = (band: number) => {
    const [from = 0, next] = AGES.slice(band)
    return next === undefined ? t(storageText.older, { from }) : t(storageText.days, { from, to: next - 1 })
  }
  return (
    <table className="ages">
      <caption>{t(storageText.ages)}</caption>
      <tbody>
        {ages.map((pieces, band) => (
          <tr key={AGES[band]}>
            <th scope="row">{nameOf(band)}</th>
            <td className="figures">{t(storageText.pieces, { count: grouped(String(pieces)) })}</td>
            <td aria-hidden="true">
              <meter min={0} max={max} value={pieces} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
