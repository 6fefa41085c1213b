/** The whole month of a day, as its first and last day. */
export function monthOf(today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  return monthBefore(new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10))
}

/** The whole month before a day, as its first and last day. */
export function monthBefore(today: string): { from: string; to: string } {
  const [year = 0, month = 1] = today.split('-').map(Number)
  const iso = (at: number) => new Date(at).toISOString().slice(0, 10)
  return { from: iso(Date.UTC(year, month - 2, 1)), to: iso(Date.UTC(year, month - 1, 0)) }
}
