import { Button, Card, Flex, Radio, Select } from 'antd'
import type { SentTo } from '../../../platform/calls/call.ts'
import { sayFailure, useAnswer } from '../../../platform/calls/web/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import { downloadBytes } from '../../../platform/files/web/download.ts'
import { Field } from '../../../platform/forms/web/Field.tsx'
import { ChoiceField, FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { printBytes } from '../../../platform/printing/web/print.ts'
import { workstation } from '../../../platform/printing/web/workstation.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import { PlainPage } from '../../../platform/ui/web/PlainPage.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { ProfileFields } from '../../web/ProfileFields.tsx'
import {
  commandSheet,
  type LabelKindName,
  labelKindText,
  labelSortText,
  type PrinterProfile,
  packingSlipText,
  pickingPaperText,
  printSettings,
  type PrintSettings as Settings,
  savePrintSettings,
  testPage,
} from '../contract.ts'
import { printText } from '../text.ts'
import './print.css'

/** This user's print settings at this computer, as a view of the basic configuration. */
export function PrintSettingsPage({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  return (
    <PlainPage title={t(title)} views={views}>
      <PrintSettings />
    </PlainPage>
  )
}

/** The same for everything that is printed. */
export function PrintSettings() {
  const t = useText()
  return (
    <Flex vertical gap={16} className="print-settings">
      <Card size="small" title={t(printText.title)}>
        <p className="hint">{t(printText.hint)}</p>
        <QueryBoundary answer={useAnswer(printSettings, { workstation: workstation() })}>
          {({ isSaved, ...settings }) => <SettingsForm settings={settings} isSaved={isSaved} />}
        </QueryBoundary>
      </Card>
      <Card size="small" title={t(printText.commandSheet)}>
        <Flex vertical gap={12} align="start">
          <span className="hint">{t(printText.commandSheetHint)}</span>
          <Flex gap={8} wrap>
            <Button
              onClick={() =>
                void send(commandSheet, {})
                  .then(({ base64 }) => printBytes(base64))
                  .catch(sayFailure)
              }
            >
              {t(printText.print)}
            </Button>
            <Button
              onClick={() =>
                void send(commandSheet, {})
                  .then(({ fileName, base64 }) => downloadBytes(fileName, base64))
                  .catch(sayFailure)
              }
            >
              {t(printText.download)}
            </Button>
          </Flex>
        </Flex>
      </Card>
      <Card size="small" title={t(printText.testPage)}>
        <Flex vertical gap={12} align="start">
          <span className="hint">{t(printText.testPageHint)}</span>
          <Button
            onClick={() =>
              void send(testPage, {})
                .then(({ fileName, base64 }) => downloadBytes(fileName, base64))
                .catch(sayFailure)
            }
          >
            {t(printText.testPage)}
          </Button>
        </Flex>
      </Card>
    </Flex>
  )
}

const labelKinds = Object.keys(labelKindText) as LabelKindName[]

type Defaults = Settings['defaults']
const eachDefault = (defaults: Defaults, of: (name: string) => string | null): Defaults => ({
  sku: defaults.sku && of(defaults.sku),
  bin: defaults.bin && of(defaults.bin),
  box: defaults.box && of(defaults.box),
})

/** A renamed profile keeps its assignments; a deleted one prints nothing. */
function renamed(defaults: Defaults, before: readonly PrinterProfile[], after: readonly PrinterProfile[]) {
  return eachDefault(defaults, (name) => {
    if (before.length !== after.length) return after.some((item) => item.name === name) ? name : null
    return after[before.findIndex((item) => item.name === name)]?.name ?? null
  })
}

const inputOf = (typed: Settings): SentTo<typeof savePrintSettings> => ({
  workstation: workstation(),
  ...typed,
})

/** Defaults can be saved too: then the user has reviewed them. */
function SettingsForm({ settings, isSaved }: { settings: Settings; isSaved: boolean }) {
  const t = useText()
  const { fields, ...form } = useForm(savePrintSettings, {
    draft: 'print-settings',
    initial: {
      ...settings,
      labelPrinter: settings.labelPrinter ?? '',
      docPrinter: settings.docPrinter ?? '',
    },
    toInput: inputOf,
    refreshes: [printSettings],
  })
  return (
    <FormBody
      fields={fields}
      {...form}
      canSubmit={fields.isDirty || !isSaved}
      cancelText={webText.discardChanges}
      onCancel={fields.isDirty ? fields.clear : undefined}
    >
      <TextField
        fields={fields}
        name="labelPrinter"
        label={printText.labelPrinter}
        hint={t(printText.printerHint)}
      />
      <TextField fields={fields} name="docPrinter" label={printText.docPrinter} />
      <Field fields={fields} name="copies" label={printText.copies}>
        {() => (
          <Radio.Group
            aria-label={t(printText.copies)}
            value={fields.value.copies}
            onChange={({ target }) => fields.change({ copies: target.value })}
            options={[1, 2, 3].map((value) => ({ value, label: String(value) }))}
          />
        )}
      </Field>
      <ChoiceField fields={fields} name="labelSort" label={printText.labelSort} words={labelSortText} />
      <ChoiceField fields={fields} name="packingSlip" label={printText.packingSlip} words={packingSlipText} />
      <ChoiceField
        fields={fields}
        name="pickingPaper"
        label={printText.pickingPaper}
        words={pickingPaperText}
      />
      <Field fields={fields} name="profiles" label={printText.profiles} hint={t(printText.profilesHint)}>
        {() => (
          <ProfileFields
            profiles={fields.value.profiles}
            onChange={(profiles) =>
              fields.change({
                profiles,
                defaults: renamed(fields.value.defaults, fields.value.profiles, profiles),
              })
            }
          />
        )}
      </Field>
      {fields.value.profiles.length > 0 &&
        labelKinds.map((kind) => (
          <Flex component="label" key={kind} className="profile-default">
            {t(printText.byDefault, { what: t(labelKindText[kind]) })}
            <Select
              aria-label={t(printText.byDefault, { what: t(labelKindText[kind]) })}
              value={fields.value.defaults[kind] ?? undefined}
              onChange={(name: string | undefined) =>
                fields.change({ defaults: { ...fields.value.defaults, [kind]: name ?? null } })
              }
              options={fields.value.profiles.map(({ name }) => ({ value: name, label: name }))}
              allowClear
            />
          </Flex>
        ))}
    </FormBody>
  )
}
