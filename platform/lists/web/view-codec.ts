/** A name for an address of a list; one that a colleague shares says whose it is. */
export type KeptView = { name: string; search: string; by?: number | undefined }

/** What of an address is of the moment and no part of a view: the page, the open row, and which view one is in. */
const passing = ['page', 'open', 'saved', 'by']

/** What a view keeps of an address, in one order, so that the same filters are the same view. */
export function viewIn(search: string): string {
  const params = new URLSearchParams(search)
  for (const name of passing) params.delete(name)
  params.sort()
  return params.size > 0 ? `?${params}` : ''
}

/** The address of a view, which says by its name that one is in it, whatever is edited then. */
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

/** The view somebody is in: the one the address names, else one that shows just this. */
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
