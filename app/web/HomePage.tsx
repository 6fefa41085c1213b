import { useText } from '../../lib/web/language.tsx'
import { PlainPage } from '../../lib/web/PlainPage.tsx'
import { useMay } from '../../lib/web/permission.tsx'
import { homeText } from '../page-text.ts'
import { homeCards } from './home-cards.tsx'
import './home.css'

/** What a person wants to know before anything else, a card each. A card loads and fails on its own. */
export function HomePage() {
  const t = useText()
  const may = useMay()
  return (
    <PlainPage title={t(homeText.title)}>
      <div className="cards">
        {homeCards
          .filter(({ permission }) => permission === undefined || may(permission))
          .map(({ name, title, Inside }) => (
            <section key={name} className="card" aria-labelledby={`card-${name}`}>
              <h2 id={`card-${name}`}>{t(title)}</h2>
              <Inside />
            </section>
          ))}
      </div>
    </PlainPage>
  )
}
