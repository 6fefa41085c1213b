import { Modal } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { namesIn, shortcutGroups, shortcuts, shown } from '../../platform/ui/web/keys.ts'
import { isMac, useShortcutsOn } from '../../platform/ui/web/shortcuts.ts'
import { shellText } from '../text.ts'

const groups = ['everywhere', 'go', 'list', 'home', 'tabs'] as const

/** All shortcuts, from the table that defines them. */
export function KeySheet({ onClose }: { onClose: () => void }) {
  const t = useText()
  const areOn = useShortcutsOn()
  return (
    <Modal
      open
      footer={null}
      width={720}
      title={t(shellText.keys)}
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      {!areOn && <p className="hint">{t(shellText.singleKeysAreOff)}</p>}
      <div className="key-sheet">
        {groups.map((group) => (
          <section key={group}>
            <h3>{t(shortcutGroups[group])}</h3>
            <dl>
              {namesIn(group).map((name) => (
                <div key={name}>
                  <dt>{t(shortcuts[name].text)}</dt>
                  <dd>
                    {shown(name, isMac()).map((key) => (
                      <kbd key={key}>{key}</kbd>
                    ))}
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Modal>
  )
}
