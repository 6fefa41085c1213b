import { Alert, Button } from 'antd'
import { useCommand } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { problemTexts } from '../carrier.ts'
import { accountCalls, carrierAccount, listAccounts, testAccount } from '../contract.ts'
import { carrierText } from '../text.ts'
import './calls.css'

// A call counts in the week of every channel that uses the account.
const readings = [carrierAccount, accountCalls, listAccounts, { feature: 'channel' }] as const

/** Tests the account: the carrier's message, and our classification. */
export function AccountTest({ id }: { id: number }) {
  const t = useText()
  const test = useCommand(testAccount, { refreshes: readings, quiet: true })
  const { data } = test
  return (
    <>
      <Button loading={test.isPending} onClick={() => test.mutate({ id })}>
        {t(carrierText.test)}
      </Button>
      <div role="status" className="test-result">
        {data && (
          <Alert
            type={data.problem ? 'error' : 'success'}
            showIcon
            title={t(data.problem ? problemTexts[data.problem] : carrierText.testOk)}
            description={data.words}
          />
        )}
      </div>
    </>
  )
}
