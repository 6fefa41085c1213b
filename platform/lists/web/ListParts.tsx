import { ReloadOutlined } from '@ant-design/icons'
import { Button, Pagination, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { DEEPEST_ROW } from '../../calls/call.ts'
import type { Answer } from '../../calls/web/call.ts'
import { useText } from '../../text/web/language.tsx'
import { momentIn } from '../../text/web/local-time.ts'
import { webText } from '../../text/web/text.ts'
import { shown } from '../../ui/web/keys.ts'
import { zone } from '../../ui/web/session.ts'
import { listText } from '../lists.ts'
import { figureOf } from './figure.ts'

/** The footer of a list: count, page, and age of the data. */
export function ListFoot({
  total,
  page,
  size,
  sizes,
  onChange,
  answer,
}: {
  /** Unknown while the list is loading. */
  total: number | undefined
  page: number
  size: number
  sizes: readonly number[]
  onChange?: (next: { page: number; size: number }) => void
  answer?: Answer<unknown>
}) {
  const t = useText()
  return (
    <footer className="list-foot">
      {answer && (
        <span className="list-age">
          {answer.dataUpdatedAt > 0 && (
            <span className="hint figures">
              {t(webText.refreshedAt, {
                time: momentIn(new Date(answer.dataUpdatedAt), zone() ?? 'UTC', true).slice(11),
              })}
            </span>
          )}
          <Tooltip title={`${t(webText.refresh)} (${shown('refresh', false).join(' ')})`}>
            <Button
              type="text"
              size="small"
              icon={<ReloadOutlined />}
              aria-label={t(webText.refresh)}
              loading={answer.isFetching}
              onClick={() => answer.refetch()}
            />
          </Tooltip>
        </span>
      )}
      <Pagination
        size="small"
        current={page}
        pageSize={size}
        total={Math.min(total ?? 0, DEEPEST_ROW)}
        showTotal={() => total !== undefined && t(webText.total, { total: figureOf(total) })}
        showSizeChanger
        pageSizeOptions={sizes.map(Number)}
        onChange={(nextPage, nextSize) =>
          onChange?.({ page: nextSize === size ? nextPage : 1, size: nextSize })
        }
        disabled={!onChange}
      />
    </footer>
  )
}

/** Actions for the selected rows, above the footer of the list. */
export function BulkBar({
  count,
  total,
  isAll,
  onAll,
  onClear,
  children,
}: {
  count: number
  total: number
  isAll: boolean
  /** Selects all matching rows, where that is possible. */
  onAll: (() => void) | undefined
  onClear: () => void
  children: ReactNode
}) {
  const t = useText()
  return (
    <section className="bulk-bar" aria-label={t(webText.bulkActions)}>
      <span role="status">{t(isAll ? listText.allPicked : webText.picked, { count: figureOf(count) })}</span>
      {onAll && !isAll && total > count && total <= DEEPEST_ROW && (
        <Button type="link" onClick={onAll}>
          {t(listText.pickMatching, { count: figureOf(total) })}
        </Button>
      )}
      {children}
      <Button type="text" onClick={onClear}>
        {t(webText.clearPicked)}
      </Button>
    </section>
  )
}
