import { Button, Flex, Input, Select } from 'antd'
import { labelDpis, labelLayoutNames, labelLayouts, paperLanguages } from '../../platform/printing/labels.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { MAX_PROFILES, type PrinterProfile, printWayText } from '../print-settings/contract.ts'
import { printText } from '../print-settings/text.ts'

const usual: PrinterProfile = {
  name: '',
  layout: 'thermal_100x50',
  dpi: 203,
  language: 'pdf',
  way: 'browser',
}

/** The user's printer profiles, one below the other. */
export function ProfileFields({
  profiles,
  onChange,
}: {
  profiles: PrinterProfile[]
  onChange: (profiles: PrinterProfile[]) => void
}) {
  const t = useText()
  return (
    <div className="profile-items">
      {profiles.map((profile, at) => {
        const place = at + 1
        const change = (next: Partial<PrinterProfile>) =>
          onChange(profiles.toSpliced(at, 1, { ...profile, ...next }))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a name may still be empty, or the same as another's
          <fieldset key={at} aria-label={t(printText.profile, { place })}>
            <Flex className="is-wide" justify="space-between" align="center" gap={8}>
              <strong>{t(printText.profile, { place })}</strong>
              <Button
                size="small"
                danger
                aria-label={t(printText.removeProfile, { place })}
                onClick={() => onChange(profiles.toSpliced(at, 1))}
              >
                ×
              </Button>
            </Flex>
            <Flex component="label" vertical gap={2}>
              {t(printText.profileName)}
              <Input
                maxLength={40}
                value={profile.name}
                onChange={({ target }) => change({ name: target.value })}
              />
            </Flex>
            <Flex component="label" vertical gap={2}>
              {t(printText.paper)}
              <Select
                value={profile.layout}
                onChange={(layout) => change({ layout, dpi: labelLayouts[layout].dpi })}
                options={labelLayoutNames.map((value) => ({ value, label: t(labelLayouts[value].name) }))}
              />
            </Flex>
            <Flex component="label" vertical gap={2}>
              {t(printText.dpi)}
              <Select
                value={profile.dpi}
                onChange={(dpi) => change({ dpi })}
                options={labelDpis.map((value) => ({ value, label: String(value) }))}
              />
            </Flex>
            <Flex component="label" vertical gap={2}>
              {t(printText.language)}
              <Select
                value={profile.language}
                onChange={(language) => change({ language, ...(language === 'zpl' && { way: 'download' }) })}
                options={paperLanguages.map((value) => ({ value, label: value.toUpperCase() }))}
              />
            </Flex>
            <Flex component="label" vertical gap={2}>
              {t(printText.way)}
              <Select
                value={profile.way}
                onChange={(way) => change({ way })}
                options={(['browser', 'download'] as const).map((value) => ({
                  value,
                  label: t(printWayText[value]),
                  disabled: value === 'browser' && profile.language === 'zpl',
                }))}
              />
            </Flex>
          </fieldset>
        )
      })}
      <Button
        disabled={profiles.length >= MAX_PROFILES}
        onClick={() => onChange([...profiles, { ...usual }])}
      >
        {t(printText.addProfile)}
      </Button>
    </div>
  )
}
