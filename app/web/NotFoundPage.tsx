import { SearchOutlined } from '@ant-design/icons'
import { Button, Flex } from 'antd'
import { Link, useLocation } from 'react-router'
import { Blank } from '../../platform/lists/web/ListEmpty.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { PlainPage } from '../../platform/ui/web/PlainPage.tsx'
import { useShell } from '../../platform/ui/web/shell-context.ts'
import { notFoundText } from '../page-text.ts'

export function NotFoundPage() {
  const t = useText()
  const { pathname } = useLocation()
  const { openPalette } = useShell()
  return (
    <PlainPage title={t(notFoundText.title)}>
      <Blank kind="not_found" title={t(notFoundText.noPage, { path: pathname })}>
        <Flex gap={16} justify="center" align="center" wrap>
          <Button icon={<SearchOutlined />} onClick={openPalette}>
            {t(notFoundText.search)}
          </Button>
          <Link to="/">{t(notFoundText.home)}</Link>
        </Flex>
      </Blank>
    </PlainPage>
  )
}
