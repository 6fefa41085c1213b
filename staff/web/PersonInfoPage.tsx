import { Card, Col, Form, Radio, Row, Switch } from 'antd'
import type { ReactNode } from 'react'
import { languages } from '../../lib/text.ts'
import { Answered } from '../../lib/web/Answered.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { languageNames, useLanguage, useText } from '../../lib/web/language.tsx'
import { PlainPage } from '../../lib/web/PlainPage.tsx'
import { switchShortcuts, useShortcutsOn } from '../../lib/web/shortcuts.ts'
import { chooseTheme, themeChoices, useThemeChoice } from '../../lib/web/theme.ts'
import { myProfile } from '../contract.ts'
import { staffText } from '../text.ts'
import { ProfileForm } from './ProfileForm.tsx'

const themeText = {
  system: staffText.themeSystem,
  light: staffText.themeLight,
  dark: staffText.themeDark,
}

/** A person's own facts and habits. The choice of time zone is handed in: it belongs to the warehouse's calls. */
export function PersonInfoPage({ zoneChoice }: { zoneChoice: ReactNode }) {
  const t = useText()
  return (
    <PlainPage title={t(staffText.personTitle)}>
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={12}>
          <Card size="small" title={t(staffText.profile)}>
            <Answered answer={useAnswer(myProfile, {})}>
              {(profile) => <ProfileForm profile={profile} />}
            </Answered>
          </Card>
        </Col>
        <Col xs={24} lg={12}>
          <Card size="small" title={t(staffText.preferences)}>
            <Preferences zoneChoice={zoneChoice} />
          </Card>
        </Col>
      </Row>
    </PlainPage>
  )
}

function Preferences({ zoneChoice }: { zoneChoice: ReactNode }) {
  const t = useText()
  const { language, change } = useLanguage()
  const theme = useThemeChoice()
  const shortcutsAreOn = useShortcutsOn()
  return (
    <Form layout="vertical" component="div">
      <Form.Item label={t(staffText.language)} extra={t(staffText.languageHint)}>
        <Radio.Group
          aria-label={t(staffText.language)}
          value={language}
          onChange={(event) => change(event.target.value)}
          options={languages.map((value) => ({ value, label: languageNames[value] }))}
        />
      </Form.Item>
      <Form.Item label={t(staffText.zone)} extra={t(staffText.zoneHint)}>
        {zoneChoice}
      </Form.Item>
      <Form.Item label={t(staffText.theme)}>
        <Radio.Group
          aria-label={t(staffText.theme)}
          value={theme}
          onChange={(event) => chooseTheme(event.target.value)}
          options={themeChoices.map((value) => ({ value, label: t(themeText[value]) }))}
        />
      </Form.Item>
      <Form.Item label={t(staffText.shortcuts)} extra={t(staffText.shortcutsHint)}>
        <Switch aria-label={t(staffText.shortcuts)} checked={shortcutsAreOn} onChange={switchShortcuts} />
      </Form.Item>
    </Form>
  )
}
