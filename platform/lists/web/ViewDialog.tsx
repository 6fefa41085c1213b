import { Button, Checkbox, Flex, Input, Modal } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { useNavigateInTab } from '../../ui/web/tab-context.ts'
import { listText, MAX_VIEWS } from '../lists.ts'
import { useListSettings } from './list-settings.ts'
import { addressOf, viewIn } from './view-codec.ts'

/** Names the current view, for the user or for everyone, and manages existing views. */
export function ViewDialog({ list, onClose }: { list: string; onClose: () => void }) {
  const t = useText()
  const navigate = useNavigateInTab()
  const { pathname, search } = useLocation()
  const { own, shared, save, isPending } = useListSettings(list)
  const [typed, setName] = useState('')
  const name = typed.trim()
  const [isShared, setShared] = useState<boolean>()
  const same = own.views.find((view) => view.name === name)
  const shares = isShared ?? same?.isShared ?? false
  const fresh = { name, search: viewIn(search), ...(shares && { isShared: true }) }
  const views = [...own.views.filter((view) => view.name !== name), fresh]
  const keep = (next: typeof own.views) => save({ ...own, views: next }, () => {})
  return (
    <Modal
      open
      title={t(listText.saveView)}
      okText={t(webText.save)}
      okButtonProps={{
        disabled: name === '' || views.length > MAX_VIEWS,
        loading: isPending,
      }}
      onOk={() =>
        save({ ...own, views }, () => {
          onClose()
          navigate({ pathname, search: addressOf(fresh) })
        })
      }
      onCancel={onClose}
      closable={{ 'aria-label': t(webText.close) }}
    >
      <Flex vertical gap={8}>
        <Input
          aria-label={t(listText.viewName)}
          placeholder={t(listText.viewName)}
          maxLength={30}
          value={typed}
          onChange={(event) => setName(event.target.value)}
          autoFocus
        />
        <Checkbox checked={shares} onChange={({ target }) => setShared(target.checked)}>
          {t(listText.shareView)}
        </Checkbox>
      </Flex>
      <ul className="column-list">
        {own.views.map((view) => (
          <li key={view.name}>
            {view.name}
            <Flex gap={8} align="center">
              <Checkbox
                aria-label={t(listText.shareThis, { name: view.name })}
                checked={view.isShared === true}
                disabled={isPending}
                onChange={({ target }) =>
                  keep(
                    own.views.map((item) => (item === view ? { ...item, isShared: target.checked } : item)),
                  )
                }
              >
                {t(listText.shareView)}
              </Checkbox>
              <Button
                size="small"
                aria-label={t(listText.removeView, { name: view.name })}
                disabled={isPending}
                onClick={() => keep(own.views.filter((item) => item !== view))}
              >
                ×
              </Button>
            </Flex>
          </li>
        ))}
        {shared.map((view) => (
          <li key={`${view.by} ${view.name}`}>
            {view.name}
            <span className="hint">{t(listText.sharedBy, { person: view.userName })}</span>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
