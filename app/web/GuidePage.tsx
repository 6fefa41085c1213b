import { Button, Space } from 'antd'
import { useEffect, useState } from 'react'
import type { GuideSection } from '../../platform/text/guide.ts'
import { type Language, say, type Text } from '../../platform/text/text.ts'
import { useLanguage } from '../../platform/text/web/language.tsx'
import { guide } from '../guide.ts'
import { guideText } from '../page-text.ts'
import './guide.css'

const parts = [
  { title: guideText.general, sections: guide.general },
  { title: guideText.screens, sections: guide.screens },
]

/** The user guide in its own window. Its language can be switched independently of the application's. */
export function GuidePage() {
  const [language, setLanguage] = useState<Language>(useLanguage().language)
  const t = (text: Text) => say(text, language)

  useEffect(() => {
    document.title = say(guideText.title, language)
  }, [language])

  // The browser looked for the anchor before the content existed.
  useEffect(() => {
    document.getElementById(location.hash.slice(1))?.scrollIntoView()
  }, [])

  return (
    <main className="guide" lang={language === 'zh_CN' ? 'zh-CN' : 'en'}>
      <header className="guide-head">
        <h1>{t(guideText.title)}</h1>
        <Space className="guide-tools">
          <Button onClick={() => setLanguage(language === 'zh_CN' ? 'en_US' : 'zh_CN')}>
            {t(guideText.language)}
          </Button>
          <Button onClick={() => window.print()}>{t(guideText.print)}</Button>
        </Space>
      </header>
      <nav id="contents" aria-label={t(guideText.contents)}>
        {parts.map(({ title, sections }) => (
          <section key={title.en_US}>
            <h2>{t(title)}</h2>
            <ol>
              {sections.map((section) => (
                <li key={section.id}>
                  <a href={`#${section.id}`}>{t(section.title)}</a>
                </li>
              ))}
            </ol>
          </section>
        ))}
      </nav>
      {parts.map(({ sections }) =>
        sections.map((section) => <Chapter key={section.id} section={section} t={t} />),
      )}
    </main>
  )
}

function Chapter({ section, t }: { section: GuideSection; t: (text: Text) => string }) {
  return (
    <article id={section.id} aria-labelledby={`${section.id}-title`}>
      <h2 id={`${section.id}-title`}>{t(section.title)}</h2>
      {section.paragraphs.map((paragraph) => (
        <p key={paragraph.en_US}>{t(paragraph)}</p>
      ))}
      {section.terms && (
        <dl>
          {section.terms.map(({ term, meaning }) => (
            <div key={term.en_US}>
              <dt>{t(term)}</dt>
              <dd>{t(meaning)}</dd>
            </div>
          ))}
        </dl>
      )}
      <a className="guide-tools" href="#contents">
        {t(guideText.toTop)}
      </a>
    </article>
  )
}
