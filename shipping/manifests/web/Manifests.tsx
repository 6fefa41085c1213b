import { Button, Flex } from 'antd'
import { useState } from 'react'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import { FileLink } from '../../../platform/files/web/FileLink.tsx'
import { columnText } from '../../../platform/lists/column-text.ts'
import { printFile } from '../../../platform/printing/web/print.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { outboundText } from '../../outbound/text.ts'
import { listManifests, makeManifests } from '../contract.ts'
import { manifestStates } from '../states.ts'
import { manifestStateText, manifestText } from '../text.ts'
import '../../../orders/web/orders.css'

type Row = OutputOf<typeof listManifests>[number]

const isUnderWay = ({ status }: Row) => status !== null && manifestStates.allows(status, 'make')
const isFailed = ({ status }: Row) => status !== null && manifestStates.allows(status, 'retry')

/** The carriers' manifests of a batch, where it has packages of carriers that make them. */
export function Manifests({ batchId }: { batchId: number }) {
  const t = useText()
  const { data = [] } = useAnswer(
    listManifests,
    { id: batchId },
    { keep: false, every: (rows) => (rows?.some(isUnderWay) ? 1_000 : 0) },
  )
  const make = useCommand(makeManifests, { refreshes: [listManifests], quiet: true })
  const [printing, setPrinting] = useState<number>()
  if (data.length === 0) return null

  /** A link is valid for one minute only, so that it is asked for again. */
  async function print(accountId: number) {
    setPrinting(accountId)
    try {
      const rows = await send(listManifests, { id: batchId })
      const url = rows.find((row) => row.accountId === accountId)?.fileUrl
      if (url) await printFile(url)
    } catch (fault) {
      notice('error', fault instanceof Error ? fault.message : String(fault))
    } finally {
      setPrinting(undefined)
    }
  }
  const isRetry = data.some(isFailed)
  return (
    <section aria-label={t(manifestText.title)}>
      <Flex justify="space-between" align="center">
        <h3>{t(manifestText.title)}</h3>
        {(isRetry || data.some(({ status }) => status === null)) && (
          <Button loading={make.isPending} onClick={() => make.mutate({ id: batchId })}>
            {t(isRetry ? manifestText.retry : manifestText.title)}
          </Button>
        )}
      </Flex>
      <WideTable
        size="small"
        rowKey="accountId"
        dataSource={data}
        pagination={false}
        columns={[
          { title: t(manifestText.account), dataIndex: 'accountName' },
          { title: t(outboundText.packages), dataIndex: 'packageCount', align: 'right' },
          {
            title: t(columnText.status),
            render: (_, { status, failure }) => (
              <>
                {t(status === null ? manifestText.notMade : manifestStateText[status])}
                {failure && <div className="order-failure">{failure}</div>}
              </>
            ),
          },
          {
            title: t(manifestText.manifestNo),
            render: (_, { manifestNo, fileUrl, madeAt }) =>
              manifestNo &&
              fileUrl &&
              madeAt && (
                <>
                  <FileLink url={fileUrl} reading={listManifests}>
                    {manifestNo}
                  </FileLink>{' '}
                  <span className="hint">
                    <LocalTime at={madeAt} />
                  </span>
                </>
              ),
          },
          {
            render: (_, { fileUrl, accountId }) =>
              fileUrl && (
                <Button size="small" loading={printing === accountId} onClick={() => print(accountId)}>
                  {t(manifestText.print)}
                </Button>
              ),
          },
        ]}
      />
    </section>
  )
}
