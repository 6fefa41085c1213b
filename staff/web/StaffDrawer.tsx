import { Descriptions, Flex, Table, Tag } from 'antd'
import { useAnswer } from '../../lib/web/call.ts'
import { DetailDrawer } from '../../lib/web/DetailDrawer.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { useText } from '../../lib/web/language.tsx'
import { staffMember } from '../contract.ts'
import { staffText } from '../text.ts'

/** One person of the staff and where they are signed in. */
export function StaffDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const member = useAnswer(staffMember, { id }, { enabled: id !== undefined, keep: false })

  return (
    <DetailDrawer
      title={member.data?.userName ?? t(staffText.details)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={member}
    >
      {({ sessions, ...person }) => (
        <Flex vertical gap={16}>
          <Descriptions
            column={1}
            size="small"
            bordered
            items={[
              { label: t(staffText.loginAccount), children: person.loginAccount },
              { label: t(staffText.userName), children: person.userName },
              {
                label: t(staffText.status),
                children: (
                  <Tag color={person.isEnabled ? 'success' : 'default'}>
                    {t(person.isEnabled ? staffText.enabled : staffText.disabledState)}
                  </Tag>
                ),
              },
              { label: t(staffText.roles), children: person.roleNames.join(', ') },
              { label: t(staffText.phone), children: person.phone },
              { label: t(staffText.email), children: person.email },
              {
                label: t(staffText.lastLoginAt),
                children: person.lastLoginAt ? <LocalTime at={person.lastLoginAt} /> : t(staffText.never),
              },
              { label: t(staffText.createdAt), children: <LocalTime at={person.createdAt} /> },
            ].map((item) => ({ ...item, key: item.label }))}
          />
          <h2 className="page-title">{t(staffText.sessions)}</h2>
          <Table
            size="small"
            rowKey="id"
            dataSource={sessions}
            pagination={false}
            scroll={{ x: 'max-content' }}
            locale={{ emptyText: <span className="hint">{t(staffText.noSessions)}</span> }}
            columns={[
              { title: t(staffText.browser), dataIndex: 'browser' },
              { title: t(staffText.ip), dataIndex: 'ip' },
              {
                title: t(staffText.signedInAt),
                render: (_, session) => <LocalTime at={session.createdAt} />,
              },
              {
                title: t(staffText.lastSeenAt),
                render: (_, session) => <LocalTime at={session.lastSeenAt} />,
              },
            ]}
          />
        </Flex>
      )}
    </DetailDrawer>
  )
}
