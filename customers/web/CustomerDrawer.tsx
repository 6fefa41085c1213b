import { Alert, Button, Flex, Statistic } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { inUnit } from '../../platform/lists/columns.ts'
import { EnabledTag } from '../../platform/lists/web/Enabled.tsx'
import { PanelsOf } from '../../platform/slices/web/document-panels.tsx'
import { countryName } from '../../platform/text/countries.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { DetailDrawer } from '../../platform/ui/web/DetailDrawer.tsx'
import { type Fact, FactList } from '../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { LoginFields, type OnGiven, ResetForm, SetPassword } from '../../staff/web/SetPassword.tsx'
import { topInfo } from '../../warehouse/top-contract.ts'
import { useCurrency } from '../../warehouse/web/unit.ts'
import {
  editCustomer,
  getCustomer,
  listCustomers,
  openCustomerLogin,
  resetCustomerPassword,
  setTerms,
} from '../contract.ts'
import { customersText } from '../text.ts'
import { EditCustomer } from './CustomerForm.tsx'

type Customer = OutputOf<typeof getCustomer>
type Task = 'edit' | 'terms' | 'login'

const readings = [listCustomers, getCustomer]

/** One customer: money, details, payment terms, and login. */
export function CustomerDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getCustomer, { id }, { enabled: id !== undefined, keep: false })
  const [task, setTask] = useState<{ of: string | undefined; what: Task }>()
  const now = task?.of === id ? task?.what : undefined
  const done = () => setTask(undefined)

  return (
    <DetailDrawer
      title={
        match.data
          ? `${match.data.customerCode} · ${match.data.customerName}`
          : t(customersText.customersTitle)
      }
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(item) => {
        if (now === 'edit') return <EditCustomer of={item} onClose={done} />
        if (now === 'terms' && item.terms) return <TermsForm of={item} terms={item.terms} onClose={done} />
        return (
          <>
            <Facts of={item} onTask={(what) => setTask({ of: id, what })} />
            {now === 'login' && <Login of={item} onClose={done} />}
          </>
        )
      }}
    </DetailDrawer>
  )
}

function Facts({ of, onTask }: { of: Customer; onTask: (task: Task) => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('customer') === 'full'
  const limit = useDictionary('bill_amount_limit')
  const cycle = useDictionary('storage_settlement_cycle')
  const currency = useAnswer(topInfo, {}).data?.currencyCode
  const { terms } = of
  const agreed: Fact[] = terms
    ? [
        [
          customersText.settlementMode,
          t(terms.settlementMode === 'bill' ? customersText.byBill : customersText.byBalance),
        ],
        [customersText.billAmountLimit, limit.textOf(terms.billAmountLimit)],
        [customersText.warnAmount, terms.warnAmount],
        [
          customersText.storageCycle,
          [cycle.textOf(terms.storageSettlementCycle), terms.storageCycleDays].filter(Boolean).join(' · '),
        ],
        [customersText.cycleAnchor, terms.storageCycleAnchor],
      ]
    : []
  return (
    <Flex vertical gap={16}>
      <Flex gap={8} wrap>
        {isOpen && may(editCustomer.permission) && (
          <Button onClick={() => onTask('edit')}>{t(webText.edit)}</Button>
        )}
        {isOpen && terms && may(setTerms.permission) && (
          <Button onClick={() => onTask('terms')}>{t(customersText.editTerms)}</Button>
        )}
        {isOpen && may(openCustomerLogin.permission) && (
          <Button onClick={() => onTask('login')}>
            {t(of.loginAccount ? customersText.resetPassword : customersText.openLogin)}
          </Button>
        )}
        <LogButton of="customer" object={of.id} />
      </Flex>
      {of.isInArrears && (
        <Alert
          type="error"
          showIcon
          title={t(customersText.inArrears, { amount: `${of.orderable} ${currency ?? ''}`.trim() })}
        />
      )}
      {terms && (
        <Flex gap={32} wrap>
          <Statistic title={t(customersText.balance)} value={of.balance ?? ''} suffix={currency} />
          <Statistic title={t(customersText.frozen)} value={of.frozen ?? ''} suffix={currency} />
          <Statistic title={t(customersText.creditLimit)} value={terms.creditLimit} suffix={currency} />
          <Statistic title={t(customersText.orderable)} value={of.orderable ?? ''} suffix={currency} />
        </Flex>
      )}
      <PanelsOf type="customer" id={of.id} />
      <FactList
        facts={[
          [customersText.customerCode, of.customerCode],
          [customersText.status, <EnabledTag key="status" isEnabled={of.isEnabled} />],
          [customersText.customerName, of.customerName],
          [customersText.mnemonic, of.mnemonic],
          [customersText.group, of.groupName],
          [customersText.loginAccount, of.loginAccount],
          [customersText.contact, of.contact],
          [customersText.phone, of.phone],
          [customersText.email, of.email],
          [
            customersText.country,
            of.countryCode && `${of.countryCode} ${countryName(of.countryCode, language)}`,
          ],
          [customersText.address, of.address],
          [customersText.salesRep, of.salesRepName],
          ...agreed,
          [customersText.remark, of.remark],
          [customersText.createdAt, <LocalTime key="createdAt" at={of.createdAt} />],
        ]}
      />
    </Flex>
  )
}

function TermsForm({
  of,
  terms,
  onClose,
}: {
  of: Customer
  terms: NonNullable<Customer['terms']>
  onClose: () => void
}) {
  const t = useText()
  const currency = useCurrency()
  const limit = useDictionary('bill_amount_limit')
  const cycle = useDictionary('storage_settlement_cycle')
  const { fields, ...form } = useForm(setTerms, {
    draft: `customer-terms-${of.id}`,
    initial: {
      settlementMode: terms.settlementMode,
      billAmountLimit: terms.billAmountLimit,
      creditLimit: terms.creditLimit,
      warnAmount: terms.warnAmount ?? '',
      storageSettlementCycle: terms.storageSettlementCycle,
      storageCycleDays: terms.storageCycleDays === null ? '' : String(terms.storageCycleDays),
    },
    toInput: ({ storageCycleDays, ...typed }) => ({
      ...typed,
      id: of.id,
      rowVersion: of.rowVersion,
      storageCycleDays:
        typed.storageSettlementCycle === 'deposit' && storageCycleDays.trim()
          ? Number(storageCycleDays)
          : null,
    }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <SelectField
        fields={fields}
        name="settlementMode"
        label={customersText.settlementMode}
        isRequired
        options={[
          { value: 'balance', label: t(customersText.byBalance) },
          { value: 'bill', label: t(customersText.byBill) },
        ]}
      />
      <SelectField
        fields={fields}
        name="billAmountLimit"
        label={customersText.billAmountLimit}
        isRequired
        options={limit.options}
      />
      <TextField
        fields={fields}
        name="creditLimit"
        label={inUnit(customersText.creditLimit, currency)}
        isRequired
        inputMode="decimal"
      />
      <TextField
        fields={fields}
        name="warnAmount"
        label={inUnit(customersText.warnAmount, currency)}
        inputMode="decimal"
      />
      <SelectField
        fields={fields}
        name="storageSettlementCycle"
        label={customersText.storageCycle}
        isRequired
        options={cycle.options}
      />
      {fields.value.storageSettlementCycle === 'deposit' && (
        <TextField
          fields={fields}
          name="storageCycleDays"
          label={customersText.cycleDaysTitle}
          isRequired
          inputMode="numeric"
        />
      )}
    </FormBody>
  )
}

/** The customer's portal account: create it, or reset its password. */
function Login({ of, onClose }: { of: Customer; onClose: () => void }) {
  const t = useText()
  // As it was when the dialog opened: the list behind it reloads with the new account at once.
  const [loginAccount] = useState(of.loginAccount)
  const title = t(loginAccount ? customersText.resetPassword : customersText.openLogin)
  const words = { passwordText: customersText.firstPassword, onClose }
  return (
    <SetPassword title={title} {...words}>
      {(onGiven) =>
        loginAccount ? (
          <ResetForm
            call={resetCustomerPassword}
            of={{ id: of.id, loginAccount }}
            hint={t(customersText.resetHint)}
            submitText={webText.save}
            refreshes={readings}
            onGiven={onGiven}
            {...words}
          />
        ) : (
          <OpenForm of={of} onGiven={onGiven} onClose={onClose} />
        )
      }
    </SetPassword>
  )
}

function OpenForm({ of, onGiven, onClose }: { of: Customer; onGiven: OnGiven; onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(openCustomerLogin, {
    draft: `customer-login-${of.id}`,
    secrets: ['password'],
    initial: { loginAccount: '', password: '' },
    toInput: (typed) => ({ id: of.id, ...typed }),
    refreshes: readings,
    onDone: (_, typed) => onGiven(typed),
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      {!of.isEnabled && <Alert type="warning" showIcon title={t(customersText.disabledHint)} />}
      <LoginFields
        fields={fields}
        accountText={customersText.loginAccount}
        passwordText={customersText.firstPassword}
      />
    </FormBody>
  )
}
