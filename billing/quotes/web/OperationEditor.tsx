import { Button, Flex, Form, Input, InputNumber, Select } from 'antd'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { RemoveButton } from '../../../platform/ui/web/RemoveButton.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { feeTypeChoices } from '../../fee-types/contract.ts'
import { isHandlingFee } from '../../fee-types/rules.ts'
import { feeTypeText } from '../../fee-types/text.ts'
import { isConditionFor, isUnitFor } from '../../pricing/content-problems.ts'
import type { ChargeUnit, ConditionType } from '../../pricing/price-types.ts'
import type { ContentOf } from '../contract.ts'
import { quotePageText } from '../text.ts'
import './quotes.css'

type Content = ContentOf<'operation'>
type Rule = Content['rules'][number]
type Tier = Rule['tiers'][number]

const newTier: Tier = { from: '0', to: null, firstCount: 1, firstPrice: '', nextPrice: null }

/** What handling costs: a rule for each fee type, with its tiers. */
export function OperationEditor({
  value,
  onChange,
  isReadOnly,
}: {
  value: Content
  onChange: (next: Content) => void
  isReadOnly: boolean
}) {
  const t = useText()
  const choices = useAnswer(feeTypeChoices, {}, { staleTime: 60_000 })
  const types = choices.data?.types ?? []
  const free = types.filter(({ id }) => value.rules.every(({ feeTypeId }) => feeTypeId !== id))
  const ruleOf = (type: (typeof types)[number]): Rule => ({
    feeTypeId: type.id,
    feeCode: type.feeCode,
    billOrderType: type.orderType,
    chargeUnit: 'order',
    conditionType: 'none',
    minCharge: null,
    maxCharge: null,
    tiers: [newTier],
  })
  const setRule = (place: number, rule: Rule) =>
    onChange({ ...value, rules: value.rules.map((one, i) => (i === place ? rule : one)) })
  const named = ({ feeCode, nameZh, nameEn }: { feeCode: string; nameZh: string; nameEn: string }) =>
    `${language === 'zh_CN' ? nameZh : nameEn} (${feeCode})`
  return (
    <>
      <p className="hint">{t(quotePageText.ruleHint)}</p>
      <Form.Item label={t(quotePageText.divisor)} htmlFor="operation-divisor">
        <InputNumber
          id="operation-divisor"
          min={1}
          max={99_999}
          precision={0}
          value={value.dimDivisor}
          disabled={isReadOnly}
          onChange={(dimDivisor) => onChange({ ...value, dimDivisor: dimDivisor ?? null })}
        />
      </Form.Item>
      {value.rules.map((rule, place) => (
        <section
          key={rule.feeTypeId}
          className="quote-rule"
          aria-label={t(quotePageText.rule, { row: place + 1 })}
        >
          <Flex justify="space-between" align="center">
            <h4>
              {named(
                types.find(({ id }) => id === rule.feeTypeId) ?? {
                  feeCode: rule.feeCode,
                  nameZh: rule.feeCode,
                  nameEn: rule.feeCode,
                },
              )}
            </h4>
            {!isReadOnly && (
              <RemoveButton
                label={t(quotePageText.removeRule, { row: place + 1 })}
                onRemove={() => onChange({ ...value, rules: value.rules.filter((_, i) => i !== place) })}
              />
            )}
          </Flex>
          <RuleFields
            rule={rule}
            place={place}
            isReadOnly={isReadOnly}
            onChange={(next) => setRule(place, next)}
          />
        </section>
      ))}
      {!isReadOnly && (
        <Form.Item label={t(quotePageText.addRule)} htmlFor="add-rule">
          <Select
            id="add-rule"
            value={null}
            loading={choices.isPending}
            placeholder={t(feeTypeText.feeType)}
            showSearch={{ optionFilterProp: 'label' }}
            options={free.filter(isHandlingFee).map((type) => ({ value: type.id, label: named(type) }))}
            onChange={(id: number | null) => {
              const type = free.find((one) => one.id === id)
              if (type) onChange({ ...value, rules: [...value.rules, ruleOf(type)] })
            }}
          />
        </Form.Item>
      )}
    </>
  )
}

function RuleFields({
  rule,
  place,
  isReadOnly,
  onChange,
}: {
  rule: Rule
  place: number
  isReadOnly: boolean
  onChange: (next: Rule) => void
}) {
  const t = useText()
  const currency = useCurrency()
  const units = useDictionary('chargeUnit')
  const conditions = useDictionary('prc_wh_operation_condition_type')
  const setTier = (at: number, part: Partial<Tier>) =>
    onChange({ ...rule, tiers: rule.tiers.map((tier, i) => (i === at ? { ...tier, ...part } : tier)) })
  const id = (name: string) => `rule-${place}-${name}`
  const amount = (name: 'minCharge' | 'maxCharge') => (
    <Form.Item label={t(inUnit(quotePageText[name], currency))} htmlFor={id(name)}>
      <Input
        id={id(name)}
        inputMode="decimal"
        value={rule[name] ?? ''}
        disabled={isReadOnly}
        onChange={({ target }) => onChange({ ...rule, [name]: target.value || null })}
      />
    </Form.Item>
  )
  const cell = (at: number, name: 'from' | 'to' | 'firstPrice' | 'nextPrice') => (
    <td>
      <Input
        aria-label={t(quotePageText.cell, { column: t(quotePageText[name]), row: at + 1 })}
        inputMode="decimal"
        value={rule.tiers[at]?.[name] ?? ''}
        disabled={isReadOnly}
        onChange={({ target }) =>
          setTier(at, { [name]: target.value || (name === 'to' || name === 'nextPrice' ? null : '') })
        }
      />
    </td>
  )
  return (
    <>
      <div className="form-grid">
        <Form.Item label={t(quotePageText.chargeUnit)} htmlFor={id('unit')}>
          <Select
            id={id('unit')}
            value={rule.chargeUnit}
            disabled={isReadOnly}
            options={units.options.filter(({ value }) => isUnitFor(value as ChargeUnit, rule.billOrderType))}
            onChange={(chargeUnit: ChargeUnit) => onChange({ ...rule, chargeUnit })}
          />
        </Form.Item>
        <Form.Item label={t(quotePageText.condition)} htmlFor={id('condition')}>
          <Select
            id={id('condition')}
            value={rule.conditionType}
            disabled={isReadOnly}
            options={conditions.options.filter(({ value }) =>
              isConditionFor(value as ConditionType, rule.billOrderType),
            )}
            onChange={(conditionType: ConditionType) => onChange({ ...rule, conditionType })}
          />
        </Form.Item>
        {amount('minCharge')}
        {amount('maxCharge')}
      </div>
      <div className="quote-scroll">
        <table className="quote-rows">
          <thead>
            <tr>
              {(['from', 'to', 'firstCount', 'firstPrice', 'nextPrice'] as const).map((name) => (
                <th key={name}>
                  {t(
                    name === 'firstPrice' || name === 'nextPrice'
                      ? inUnit(quotePageText[name], currency)
                      : quotePageText[name],
                  )}
                </th>
              ))}
              <th />
            </tr>
          </thead>
          <tbody>
            {[...rule.tiers.entries()].map(([at, tier]) => (
              <tr key={at}>
                {cell(at, 'from')}
                {cell(at, 'to')}
                <td>
                  <InputNumber
                    aria-label={t(quotePageText.cell, { column: t(quotePageText.firstCount), row: at + 1 })}
                    min={1}
                    max={9999}
                    precision={0}
                    value={tier.firstCount}
                    disabled={isReadOnly}
                    onChange={(firstCount) => setTier(at, { firstCount: firstCount ?? 1 })}
                  />
                </td>
                {cell(at, 'firstPrice')}
                {cell(at, 'nextPrice')}
                <td>
                  {!isReadOnly && (
                    <RemoveButton
                      label={t(quotePageText.removeTier, { row: at + 1 })}
                      onRemove={() => onChange({ ...rule, tiers: rule.tiers.filter((_, i) => i !== at) })}
                    />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {!isReadOnly && (
        <Button
          onClick={() =>
            onChange({ ...rule, tiers: [...rule.tiers, { ...newTier, from: rule.tiers.at(-1)?.to ?? '0' }] })
          }
        >
          {t(quotePageText.addTier)}
        </Button>
      )}
    </>
  )
}
