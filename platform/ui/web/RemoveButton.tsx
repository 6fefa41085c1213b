import { Button } from 'antd'

/** Removes one row, file or tier; its label says which. Without a function nothing can be removed now. */
export function RemoveButton({
  label,
  onRemove,
  isSmall = false,
}: {
  label: string
  onRemove: (() => void) | undefined
  isSmall?: boolean
}) {
  return (
    <Button
      type="text"
      danger
      {...(isSmall && { size: 'small' as const })}
      disabled={!onRemove}
      aria-label={label}
      onClick={onRemove}
    >
      ✕
    </Button>
  )
}
