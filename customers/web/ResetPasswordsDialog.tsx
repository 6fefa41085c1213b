import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { download } from '../../platform/files/web/download.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { listText } from '../../platform/lists/lists.ts'
import { FailedAlert } from '../../platform/lists/web/FailedAlert.tsx'
import { csvOf } from '../../platform/text/csv.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { Copyable } from '../../platform/ui/web/Copyable.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { readablePassword } from '../../staff/readable-password.ts'
import { listCustomers, MAX_RESETS, resetCustomerPasswords } from '../contract.ts'
import { customersText } from '../text.ts'

type Done = {
  logins: { id: number; customerCode: string; loginAccount: string; password: string }[]
  failed: OutputOf<typeof resetCustomerPasswords>['failed']
}

/** New temporary passwords for several customers. The page makes them, and shows them once they are saved. */
export function ResetPasswordsDialog({ ids, onClose }: { ids: number[]; onClose: () => void }) {
  const t = useText()
  const [done, setDone] = useState<Done>()
  const command = useCommand(resetCustomerPasswords, { refreshes: [listCustomers], quiet: true })
  const reset = () => {
    const resets = ids.map((id) => ({
      id,
      password: readablePassword((bytes) => crypto.getRandomValues(bytes)),
    }))
    const passwords = new Map(resets.map(({ id, password }) => [id, password]))
    command.mutate(
      { resets },
      {
        onSuccess: ({ logins, failed }) =>
          setDone({
            logins: logins.map((login) => ({ ...login, password: passwords.get(login.id) ?? '' })),
            failed,
          }),
      },
    )
  }
  return (
    // Neither a stray key nor a click before the answer may lose passwords that are shown once.
    <Dialog
      title={t(customersText.resetPasswords, { count: ids.length })}
      width={720}
      onClose={() => {
        if (!command.isPending) onClose()
      }}
      keyboard={done === undefined}
    >
      {done ? (
        <Result of={done} onClose={onClose} />
      ) : (
        <Flex vertical gap={12}>
          {ids.length > MAX_RESETS ? (
            <Alert type="warning" showIcon title={t(customersText.tooManyResets, { max: MAX_RESETS })} />
          ) : (
            <p>{t(customersText.resetHint)}</p>
          )}
          <Flex gap={8} justify="end">
            <Button disabled={command.isPending} onClick={onClose}>
              {t(webText.cancel)}
            </Button>
            <Button
              type="primary"
              disabled={ids.length > MAX_RESETS}
              loading={command.isPending}
              onClick={reset}
            >
              {t(customersText.resetPassword)}
            </Button>
          </Flex>
        </Flex>
      )}
    </Dialog>
  )
}

function Result({ of: { logins, failed }, onClose }: { of: Done; onClose: () => void }) {
  const t = useText()
  const titles = [customersText.customerCode, customersText.loginAccount, customersText.firstPassword]
  const rows = logins.map(({ customerCode, loginAccount, password }) => [
    customerCode,
    loginAccount,
    password,
  ])
  return (
    <Flex vertical gap={12}>
      {failed.length > 0 && <FailedAlert ok={logins.length} failed={failed} />}
      {logins.length > 0 && (
        <>
          <Alert type="success" showIcon title={t(customersText.resetsDone)} />
          <WideTable
            size="small"
            rowKey="id"
            dataSource={logins}
            pagination={false}
            columns={[
              { title: t(customersText.customerCode), dataIndex: 'customerCode' },
              { title: t(customersText.loginAccount), dataIndex: 'loginAccount' },
              {
                title: t(customersText.firstPassword),
                render: (_, { customerCode, password }) => (
                  <Copyable what={customerCode}>{password}</Copyable>
                ),
              },
            ]}
          />
        </>
      )}
      <Flex gap={8} justify="end">
        {logins.length > 0 && (
          <Button
            onClick={() => download('passwords.csv', csvOf([titles.map((title) => t(title)), ...rows]))}
          >
            {t(listText.exportCsv)}
          </Button>
        )}
        <Button type="primary" onClick={onClose}>
          {t(webText.close)}
        </Button>
      </Flex>
    </Flex>
  )
}
