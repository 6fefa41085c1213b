import { useState } from 'react'
import type { SentTo } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { inCurrency } from '../../platform/lists/columns.ts'
import { useCodes } from '../../platform/lists/web/codes.tsx'
import { filtersOf, useFilters } from '../../platform/lists/web/filters.ts'
import { MasterList } from '../../platform/lists/web/MasterList.tsx'
import type { ListAct } from '../../platform/slices/web/web-slice.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useLogAction } from '../../staff/audit/web/LogButton.tsx'
import { disableAnyway } from '../../warehouse/open-orders.ts'
import { useCurrency } from '../../warehouse/web/unit.ts'
import { customerColumns } from '../columns.ts'
import {
  createCustomer,
  customerQuery,
  customersAtWork,
  getCustomer,
  listCustomers,
  listGroups,
  resetCustomerPasswords,
  salesReps,
  switchCustomers,
} from '../contract.ts'
import { customerImport } from '../import-form.ts'
import { customersText } from '../text.ts'

const GroupsDialog = lazyDialog(() => import('./GroupsDialog.tsx'), 'GroupsDialog')
const NewCustomer = lazyDialog(() => import('./CustomerForm.tsx'), 'NewCustomer')
const ResetPasswordsDialog = lazyDialog(() => import('./ResetPasswordsDialog.tsx'), 'ResetPasswordsDialog')
const CustomerDrawer = lazyDrawer(() => import('./CustomerDrawer.tsx'), 'CustomerDrawer')

const readings = [listCustomers, getCustomer, listGroups]

/** The customers of the warehouse, by code, name, mnemonic or pinyin initials. */
export function CustomerListPage({ acts }: { acts: readonly ListAct[] }) {
  const t = useText()
  const filters = useFilters(customerQuery)
  const list = useAnswer(listCustomers, filters.value)
  const groups = useAnswer(listGroups, {})
  const reps = useAnswer(salesReps, {}, { staleTime: 60_000 })
  const may = useMay()
  const pasted = useCodes(filters, list.data)
  const [isOpen, setOpen] = useState<'import' | 'groups'>()
  const close = () => setOpen(undefined)
  const [act, setAct] = useState<{ ids: number[]; Dialog: ListAct['Dialog'] }>()
  const isFull = useFeature('customer') === 'full'
  const input = filtersOf(filters.value)
  return (
    <MasterList
      title={customersText.customersTitle}
      filters={filters}
      list={list}
      name="customers"
      columns={inCurrency(customerColumns, useCurrency())}
      words={{ ...customersText, fresh: customersText.newCustomer, none: customersText.noCustomers }}
      createCall={createCustomer}
      switchCall={switchCustomers}
      anyway={disableAnyway}
      readings={readings}
      form={(closeForm) => <NewCustomer onClose={closeForm} />}
      drawer={(open, closeRow) => <CustomerDrawer id={open} onClose={closeRow} />}
      codes={pasted}
      acts={[
        ...acts
          .filter(({ permission }) => may(permission))
          .map(({ label, Dialog }) => ({ label, run: (ids: number[]) => setAct({ ids, Dialog }) })),
        ...(isFull && may(resetCustomerPasswords.permission)
          ? [
              {
                label: customersText.resetPassword,
                run: (ids: number[]) => setAct({ ids, Dialog: ResetPasswordsDialog }),
              },
            ]
          : []),
      ]}
      atStake={({ ids, all }) => <AtWork of={all ? { filters: input } : { ids }} />}
      also={[
        {
          kind: 'choice',
          name: 'groupId',
          label: t(customersText.group),
          options: (groups.data ?? []).map(({ id, groupName }) => ({ value: id, label: groupName })),
        },
        {
          kind: 'choice',
          name: 'salesRepId',
          label: t(customersText.salesRep),
          options: (reps.data ?? []).map(({ id, userName }) => ({ value: id, label: userName })),
        },
        may('setting:quote:view') && {
          kind: 'choice',
          name: 'hasQuote',
          label: t(customersText.hasQuote),
          options: [
            { value: '1', label: t(customersText.withQuote) },
            { value: '0', label: t(customersText.withoutQuote) },
          ],
        },
        may('query:credit:view') && { kind: 'flag', name: 'isLow', label: t(customersText.isLow) },
        may('query:credit:view') && {
          kind: 'flag',
          name: 'isBlocked',
          label: t(customersText.isBlocked),
        },
      ]}
      waysIn={[{ label: t(customersText.import), run: () => setOpen('import') }]}
      more={[
        useLogAction('customer'),
        { label: t(customersText.groups), run: () => setOpen('groups'), isReading: true },
      ]}
      panel={
        <>
          {act && <act.Dialog ids={act.ids} onDone={() => {}} onClose={() => setAct(undefined)} />}
          {isOpen === 'groups' && <GroupsDialog onClose={close} />}
          {isOpen === 'import' && <ImportDialog form={customerImport} refreshes={readings} onClose={close} />}
        </>
      }
    />
  )
}

/** Open work of the customers about to be disabled. */
function AtWork({ of }: { of: SentTo<typeof customersAtWork> }) {
  const t = useText()
  const { data } = useAnswer(customersAtWork, of, { enabled: of.ids?.length !== 0, keep: false })
  if (!data) return null
  return (
    <>
      {data.inbounds > 0 && <p>{t(customersText.atWork, { count: data.inbounds })}</p>}
      {data.orders > 0 && <p>{t(customersText.ordersAtWork, { count: data.orders })}</p>}
    </>
  )
}
