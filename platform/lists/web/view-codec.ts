/** A named URL of a list; a shared one has its owner's name. */
export type KeptView = { name: string; search: string; by?: number | undefined }

/** The temporary parts of a URL that a view does not store: the page, the open row, and the active view. */
const passing = ['page', 'open', 'saved', 'by']

/** What a view stores of a URL, sorted, so that the same filters are the same view. */
export function viewIn(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of passing) params.delete(name)
  params.sort()
  return params.size > 0 ? `?${params}` : ''
}

/** The URL of a view, which names the view, so that it stays active while edited. */
export function addressOf({ name, search, by }: KeptView): string {
  const params = new URLSearchParams(viewIn(search))
  params.set('saved', name)
  if (by !== undefined) params.set('by', String(by))
  return `?${params}`
}

/** The same list outside of any view. */
export function outOfView(search: string): string {
  const params = new URLSearchParams(search)
  params.delete('saved')
  params.delete('by')
  return params.size > 0 ? `?${params}` : ''
}

/** The active view: the one the URL names, otherwise one with exactly these filters. */
export function viewAt<V extends KeptView>(
  search: string,
  views: readonly V[],
): { view: V; isEdited: boolean } | undefined {
  const params = new URLSearchParams(search)
  const named = views.find(
    ({ name, by }) => name === params.get('saved') && String(by ?? '') === (params.get('by') ?? ''),
  )
  const now = viewIn(search)
  const view = named ?? views.find((view) => viewIn(view.search) === now)
  return view && { view, isEdited: viewIn(view.search) !== now }
}
