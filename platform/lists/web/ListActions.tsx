import { Button, Dropdown, Tooltip } from 'antd'
import { useNavigate } from 'react-router'

/** An action in the header of a list: runs something, links somewhere, or opens a menu. */
export type ListAction = {
  label: string
  run?: () => void
  to?: string
  items?: ListAction[]
  /** The main action: comes first, and stays visible on a phone. */
  isPrimary?: boolean
  /** Changes nothing, so it is also available in read-only mode. */
  isReading?: boolean
  isDisabled?: boolean
  hint?: string
}

/** Pages write `may(…) && { … }`. */
export type ListActions = readonly (ListAction | false | undefined)[]

export const thereAre = (actions: ListActions): ListAction[] =>
  actions.filter((action) => action !== false && action !== undefined)

/** The available actions, the primary one first. */
export const inOrder = (actions: ListActions): ListAction[] => {
  const all = thereAre(actions)
  return [...all.filter(({ isPrimary }) => isPrimary), ...all.filter(({ isPrimary }) => !isPrimary)]
}

export function ActionButton({ action }: { action: ListAction }) {
  const navigate = useNavigate()
  const { label, to, run, items, isPrimary, hint } = action
  const props = {
    type: isPrimary ? ('primary' as const) : ('default' as const),
    disabled: action.isDisabled ?? false,
  }
  if (items)
    return (
      <Dropdown trigger={['click']} menu={menuOf(items, navigate)}>
        <Button {...props}>{label}</Button>
      </Dropdown>
    )
  return (
    <Tooltip title={hint}>
      <Button
        {...props}
        {...(to && { href: to })}
        onClick={(event) => {
          if (!to) return run?.()
          if (event.ctrlKey || event.metaKey) return
          event.preventDefault()
          navigate(to)
        }}
      >
        {label}
      </Button>
    </Tooltip>
  )
}

/** Actions as menu entries; a submenu is shown expanded. */
export function menuOf(actions: readonly ListAction[], navigate: (to: string) => void) {
  const flat = actions.flatMap((action) => action.items ?? [action])
  return {
    items: flat.map(({ label, isDisabled = false }) => ({ key: label, label, disabled: isDisabled })),
    onClick: ({ key }: { key: string }) => {
      const { to, run } = flat.find(({ label }) => label === key) ?? {}
      if (to) navigate(to)
      else run?.()
    },
  }
}
