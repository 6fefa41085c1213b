import { Button, Popconfirm, Select, Tag } from 'antd'
import { useState } from 'react'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useFilters } from '../../lib/web/filters.ts'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { listStaff, staffMember, staffQuery, switchStaff } from '../contract.ts'
import { staffText } from '../text.ts'
import { StaffDrawer } from './StaffDrawer.tsx'

export function StaffListPage() {
  const t = useText()
  const may = useMay()
  const filters = useFilters(staffQuery)
  const list = useAnswer(listStaff, filters.value)
  const [picked, setPicked] = useState<number[]>([])
  const { run, isPending, panel } = useBulk(switchStaff, { refreshes: [listStaff, staffMember], setPicked })
  const statusText = (isEnabled: boolean) => t(isEnabled ? staffText.enabled : staffText.disabledState)

  return (
    <ListPage
      title={t(staffText.staffTitle)}
      list={list}
      paging={filters}
      filters={
        <>
          <SearchBox
            label={t(staffText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <Select
            className="filter"
            aria-label={t(staffText.status)}
            placeholder={t(staffText.status)}
            value={filters.value.isEnabled}
            onChange={(isEnabled) => filters.change({ isEnabled })}
            options={[
              { value: '1', label: statusText(true) },
              { value: '0', label: statusText(false) },
            ]}
            allowClear
          />
        </>
      }
      chips={{
        search: (search) => search,
        isEnabled: (isEnabled) => `${t(staffText.status)}: ${statusText(isEnabled === '1')}`,
      }}
      {...(may(switchStaff.permission) && {
        selection: {
          selectedRowKeys: picked,
          onChange: (keys) => setPicked(keys.map(Number)),
        },
      })}
      bulk={
        <>
          <Button loading={isPending} onClick={() => run({ ids: picked, isEnabled: true })}>
            {t(staffText.enable)}
          </Button>
          <Popconfirm
            title={t(staffText.disableAsk, { count: picked.length })}
            description={t(staffText.disableWarning)}
            okText={t(staffText.disable)}
            okButtonProps={{ danger: true }}
            onConfirm={() => run({ ids: picked, isEnabled: false })}
          >
            <Button danger loading={isPending}>
              {t(staffText.disable)}
            </Button>
          </Popconfirm>
        </>
      }
      panel={panel}
      columns={[
        {
          title: t(staffText.loginAccount),
          dataIndex: 'loginAccount',
          sortKey: 'loginAccount',
          fixed: 'left',
        },
        {
          title: t(staffText.status),
          render: (_, row) => (
            <Tag color={row.isEnabled ? 'success' : 'default'}>{statusText(row.isEnabled)}</Tag>
          ),
        },
        { title: t(staffText.userName), dataIndex: 'userName', sortKey: 'userName' },
        { title: t(staffText.roles), render: (_, row) => row.roleNames.join(', ') },
        { title: t(staffText.phone), dataIndex: 'phone' },
        { title: t(staffText.email), dataIndex: 'email' },
        {
          title: t(staffText.lastLoginAt),
          sortKey: 'lastLoginAt',
          render: (_, row) => (row.lastLoginAt ? <LocalTime at={row.lastLoginAt} /> : t(staffText.never)),
        },
        {
          title: t(staffText.createdAt),
          sortKey: 'createdAt',
          render: (_, row) => <LocalTime at={row.createdAt} />,
        },
      ]}
      empty={{ title: t(staffText.noStaff) }}
      drawer={(open, close) => <StaffDrawer id={open} onClose={close} />}
    />
  )
}
