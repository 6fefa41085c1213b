import { Modal } from 'antd'
import { Command } from 'cmdk'
import { type ReactNode, type RefObject, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { zoneLabel, zones } from '../../platform/text/time-zones.ts'
import { languageNames, useLanguage, useText } from '../../platform/text/web/language.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { chooseTheme, useThemeChoice } from '../../platform/ui/web/theme.ts'
import { closedBecause, places } from '../menu.ts'
import { shellText } from '../text.ts'
import { changeZone, logOut } from './commands.ts'
import { useSignedIn } from './signed-in.tsx'

/** The entry that opens what has the number or code typed. */
const DOCUMENT = 'document'
/** A number has a digit; codes of customers and SKUs are often only capitals. */
const isCode = (typed: string) => /\d|^\s*[A-Z][A-Z._-]+\s*$/.test(typed)

/**
 * How well a title matches the search.
 *
 * cmdk's own score also matches scattered letters. It never sorts its groups, so such a match in the first
 * group would come before the right one in the second, and Enter would take it.
 */
function match(entry: string, typed: string, words: string[] = []): number {
  if (entry === DOCUMENT) return isCode(typed) ? 1 : 0
  const wanted = typed.trim().toLowerCase()
  return Math.max(
    ...words.map((word) => {
      const place = word.toLowerCase().indexOf(wanted)
      if (place < 0) return 0
      if (place > 0) return word[place - 1] === ' ' ? 0.8 : 0.5
      return word.length === wanted.length ? 1 : 0.9
    }),
  )
}

/** Everything a user can open or do, by search; a document by its number. Chinese names are also found by their pinyin initials. */
export function Palette({
  typedAhead,
  onClose,
  onSheet,
  onOpen,
}: {
  /** What was typed before it was there. */
  typedAhead: RefObject<string>
  onClose: () => void
  onSheet: () => void
  /** Opens the document that has a number. */
  onOpen: (number: string) => void
}) {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const { warehouse } = useSignedIn()
  const { language, change } = useLanguage()
  const theme = useThemeChoice()
  const other = language === 'zh_CN' ? 'en_US' : 'zh_CN'
  const open = places.filter((place) => !closedBecause(place, warehouse.systemVersion, may))
  const now = new Date()
  const [typed, setTyped] = useState('')
  useLayoutEffect(() => setTyped(typedAhead.current), [typedAhead])
  const number = isCode(typed) ? typed.trim() : undefined

  const entry = (key: string, words: string, keywords: string[], run: () => void): ReactNode => (
    <Command.Item
      key={key}
      value={key}
      keywords={[words, ...keywords]}
      onSelect={() => {
        onClose()
        run()
      }}
    >
      {words}
    </Command.Item>
  )

  return (
    <Modal
      open
      footer={null}
      closable={false}
      onCancel={onClose}
      width={560}
      className="palette"
      title={<span className="only-read-aloud">{t(shellText.palette)}</span>}
      styles={{ header: { margin: 0 } }}
    >
      <Command label={t(shellText.palette)} filter={match} loop>
        <Command.Input
          autoFocus
          placeholder={t(shellText.paletteHint)}
          value={typed}
          onValueChange={setTyped}
        />
        <Command.List>
          <Command.Empty>{t(shellText.nothingFound)}</Command.Empty>
          <Command.Group heading={t(shellText.goTo)}>
            {open.map(({ path, title, initials }) =>
              entry(path, t(title), [title.zh_CN, title.en_US, initials], () => navigate(path)),
            )}
          </Command.Group>
          <Command.Group heading={t(shellText.commands)}>
            {entry(
              'language',
              t(shellText.switchTo, { what: languageNames[other] }),
              ['language', 'yuyan', 'yy'],
              () => change(other),
            )}
            {theme !== 'dark' &&
              entry(
                'dark',
                t(shellText.switchTo, { what: t(shellText.themeDark) }),
                ['theme', 'dark', 'ss', 'wg'],
                () => chooseTheme('dark'),
              )}
            {theme !== 'light' &&
              entry(
                'light',
                t(shellText.switchTo, { what: t(shellText.themeLight) }),
                ['theme', 'light', 'qs', 'wg'],
                () => chooseTheme('light'),
              )}
            {theme !== 'system' &&
              entry(
                'system',
                t(shellText.switchTo, { what: t(shellText.themeSystem) }),
                ['theme', 'system', 'gsxt', 'wg'],
                () => chooseTheme('system'),
              )}
            {entry('keys', t(shellText.keySheet), ['keys', 'shortcuts', 'kjj'], onSheet)}
            {entry('logout', t(shellText.logOut), ['logout', 'exit', 'tcdl'], () => void logOut())}
          </Command.Group>
          <Command.Group heading={t(shellText.zones)}>
            {zones.map((zone) =>
              entry(
                zone.id,
                zoneLabel(zone, now, language),
                [zone.city.zh_CN, zone.city.en_US, 'zone', 'sq'],
                () => void changeZone(zone.id),
              ),
            )}
          </Command.Group>
          {/* Always there: cmdk selects the first match as soon as something is pasted, before a new item would be known to it. */}
          <Command.Item
            value={DOCUMENT}
            disabled={!number}
            {...(!number && { style: { display: 'none' } })}
            onSelect={() => {
              onClose()
              if (number) onOpen(number)
            }}
          >
            {t(shellText.openDocument, { code: number ?? '' })}
          </Command.Item>
        </Command.List>
      </Command>
    </Modal>
  )
}
