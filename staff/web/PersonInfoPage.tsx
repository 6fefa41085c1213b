import { Button, Card, Col, Flex, Form, Radio, Row, Space, Switch } from 'antd'
import type { ReactNode } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import {
  loudest,
  play,
  setVolume,
  switchSounds,
  switchSpeech,
  toneNames,
  useSoundsOn,
  useSpeechOn,
  useVolume,
} from '../../platform/scanning/web/sounds.ts'
import { languages } from '../../platform/text/text.ts'
import { languageNames, useLanguage, useText } from '../../platform/text/web/language.tsx'
import { PlainPage } from '../../platform/ui/web/PlainPage.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { switchShortcuts, useShortcutsOn } from '../../platform/ui/web/shortcuts.ts'
import { chooseTheme, themeChoices, useThemeChoice } from '../../platform/ui/web/theme.ts'
import { myProfile } from '../contract.ts'
import { staffText, toneText } from '../text.ts'
import { MySessions } from './MySessions.tsx'
import { PasswordForm } from './PasswordForm.tsx'
import { ProfileForm } from './ProfileForm.tsx'

const themeText = {
  system: staffText.themeSystem,
  light: staffText.themeLight,
  dark: staffText.themeDark,
}

/** The user's profile and preferences. Time zone and print settings are passed in from other slices. */
export function PersonInfoPage({ zoneChoice, printing }: { zoneChoice: ReactNode; printing: ReactNode }) {
  const t = useText()
  const profile = useAnswer(myProfile, {})
  return (
    <PlainPage title={t(staffText.personTitle)}>
      <Row gutter={[16, 16]}>
        <Col xs={24} lg={12}>
          <Flex vertical gap={16}>
            <Card size="small" title={t(staffText.profile)}>
              <QueryBoundary answer={profile}>{(facts) => <ProfileForm profile={facts} />}</QueryBoundary>
            </Card>
            <Card size="small" title={t(staffText.passwordTitle)}>
              <PasswordForm loginAccount={profile.data?.loginAccount ?? ''} />
            </Card>
          </Flex>
        </Col>
        <Col xs={24} lg={12}>
          <Flex vertical gap={16}>
            <Card size="small" title={t(staffText.preferences)}>
              <Preferences zoneChoice={zoneChoice} />
            </Card>
            <Card size="small" title={t(staffText.mySessionsTitle)}>
              <MySessions />
            </Card>
            {printing}
          </Flex>
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
  const soundsAreOn = useSoundsOn()
  const volume = useVolume()
  const isSpoken = useSpeechOn()
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
      <Form.Item label={t(staffText.sounds)} extra={t(staffText.soundsHint)}>
        <Space wrap>
          <Switch aria-label={t(staffText.sounds)} checked={soundsAreOn} onChange={switchSounds} />
          {soundsAreOn &&
            toneNames.map((tone) => (
              <Button key={tone} size="small" onClick={() => play(tone)}>
                {t(toneText[tone])}
              </Button>
            ))}
        </Space>
      </Form.Item>
      <Form.Item label={t(staffText.volume)}>
        <input
          type="range"
          aria-label={t(staffText.volume)}
          min={10}
          max={loudest}
          step={10}
          value={volume}
          onChange={({ target }) => setVolume(Number(target.value))}
          onPointerUp={() => play('ok')}
          onKeyUp={() => play('ok')}
        />
      </Form.Item>
      <Form.Item label={t(staffText.speech)} extra={t(staffText.speechHint)}>
        <Switch aria-label={t(staffText.speech)} checked={isSpoken} onChange={switchSpeech} />
      </Form.Item>
    </Form>
  )
}
