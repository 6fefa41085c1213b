import { Checkbox } from 'antd'
import { useId } from 'react'
import type { Right, RightGroup } from '../../../platform/slices/rights.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { rightGroups } from '../rights.ts'
import { groupState, spelledOut, ticked, tickedGroup, unticked } from '../role-matrix.ts'
import { roleText } from '../text.ts'

/** Every right of one role, line by line. Without `onChange` it only shows them. */
export function RightsMatrix({
  held,
  onChange,
}: {
  held: readonly string[]
  onChange?: ((held: string[]) => void) | undefined
}) {
  const rights = spelledOut(held)
  return (
    <div className="matrix">
      {rightGroups.map((group) => (
        <Line key={group.name} group={group} held={rights} onChange={onChange} />
      ))}
    </div>
  )
}

function Line({
  group,
  held,
  onChange,
}: {
  group: RightGroup
  held: readonly string[]
  onChange: ((held: string[]) => void) | undefined
}) {
  const t = useText()
  const may = useMay()
  const titleId = useId()
  const state = groupState(group, held)
  const isMine = [...group.views, ...group.acts].some(({ code }) => may(code))

  const box = ({ code, title }: Right) => {
    const isTicked = held.includes(code)
    return (
      <Checkbox
        key={code}
        checked={isTicked}
        disabled={!onChange || !may(code)}
        onChange={() => onChange?.(isTicked ? unticked(held, [code]) : ticked(held, [code], may))}
      >
        {t(title)}
        {onChange && !may(code) && <span className="hint"> ({t(roleText.notYours)})</span>}
      </Checkbox>
    )
  }

  return (
    <fieldset className="bare matrix-line" aria-labelledby={titleId}>
      <div className="matrix-head">
        <Checkbox
          checked={state === 'full'}
          indeterminate={state === 'partly' || state === 'look'}
          disabled={!onChange || !isMine}
          aria-label={t(roleText.wholeLine, { area: t(group.title) })}
          onChange={() => onChange?.(tickedGroup(held, group, state !== 'full', may))}
        />
        <strong id={titleId}>{t(group.title)}</strong>
      </div>
      <div className="matrix-rights">{[...group.views, ...group.acts].map(box)}</div>
    </fieldset>
  )
}
