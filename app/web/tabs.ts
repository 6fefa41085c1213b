/** The part of a URL a tab keeps. */
export type Place = { pathname: string; search: string; hash: string }

/** An open page. Its key is its path; only home cannot be closed. */
export type Tab = { key: string; place: Place; isClosable: boolean; opened: number }

export type Tabs = {
  tabs: readonly Tab[]
  /** The active tab. */
  front: string
  /** How many tabs were ever opened, to find the oldest. */
  count: number
  /** The tabs closed to make room for the last one. */
  gone: readonly Tab[]
}

export const MAX_TABS = 7
const HOME = '/'

const home: Tab = {
  key: HOME,
  place: { pathname: HOME, search: '', hash: '' },
  isClosable: false,
  opened: 0,
}

export const onlyHome: Tabs = { tabs: [home], front: HOME, count: 0, gone: [] }

const keyOf = (pathname: string) => pathname.replace(/\/+$/, '') || HOME

/** Home is no page's parent. */
const isChild = (key: string, parent: string) => parent !== HOME && key.startsWith(`${parent}/`)

const childrenOf = (state: Tabs, key: string) => state.tabs.filter((other) => isChild(other.key, key))

/** Activates the tab of a URL and opens it if there is none. Returns the same object if nothing changes. */
export function visit(state: Tabs, { pathname, search, hash }: Place): Tabs {
  const key = keyOf(pathname)
  const place = { pathname, search, hash }
  const known = state.tabs.find((tab) => tab.key === key)
  if (!known) return open(state, key, place)

  const isSame = known.place.search === search && known.place.hash === hash
  if (isSame && state.front === key) return state
  // A filter change on the active page opens nothing: only navigating to a parent replaces its children.
  const gone = state.front === key ? [] : childrenOf(state, key)
  const tabs = state.tabs
    .filter((tab) => !gone.includes(tab))
    .map((tab) => (tab === known && !isSame ? { ...tab, place } : tab))
  return { tabs, front: key, count: state.count, gone }
}

function open(state: Tabs, key: string, place: Place): Tabs {
  const count = state.count + 1
  const tab: Tab = { key, place, isClosable: true, opened: count }
  const replaced = childrenOf(state, key)
  const rest = state.tabs.filter((other) => !replaced.includes(other))
  const index = replaced[0] ? state.tabs.indexOf(replaced[0]) : rest.length
  const tabs = rest.toSpliced(index, 0, tab)
  if (tabs.length <= MAX_TABS) return { tabs, front: key, count, gone: replaced }

  const oldest = rest
    .filter((other) => other.isClosable)
    .reduce((first, other) => (other.opened < first.opened ? other : first))
  return { tabs: tabs.filter((other) => other !== oldest), front: key, count, gone: [oldest] }
}

/** Closes a tab; if it was active, its right neighbour becomes active, otherwise its left one. */
export function close(state: Tabs, key: string): Tabs {
  const index = state.tabs.findIndex((tab) => tab.key === key)
  if (!state.tabs[index]?.isClosable) return state
  const tabs = state.tabs.toSpliced(index, 1)
  const next = tabs[index] ?? tabs[index - 1] ?? home
  return { tabs, front: state.front === key ? next.key : state.front, count: state.count, gone: [] }
}

/** Changes the URL of a tab and leaves the active tab as it is. */
export const move = (state: Tabs, key: string, place: Place): Tabs => ({
  ...state,
  tabs: state.tabs.map((tab) => (tab.key === key ? { ...tab, place } : tab)),
  gone: [],
})

export const closeAll = (state: Tabs): Tabs => ({
  tabs: state.tabs.filter((tab) => !tab.isClosable),
  front: HOME,
  count: state.count,
  gone: [],
})

export const addressOf = ({ pathname, search, hash }: Place) => pathname + search + hash

/** Tabs as stored across a reload. */
export const kept = (state: Tabs) =>
  JSON.stringify({ count: state.count, tabs: state.tabs.map(({ place, opened }) => ({ ...place, opened })) })

/** Reads stored tabs; invalid data falls back to a fresh start. */
export function restored(text: string | undefined): Tabs {
  try {
    const { tabs, count } = JSON.parse(text ?? '') as { tabs: (Place & { opened: number })[]; count: number }
    const others = tabs
      .filter((tab) => tab.pathname.startsWith('/') && keyOf(tab.pathname) !== HOME)
      .slice(0, MAX_TABS - 1)
      .map(({ opened, pathname, search, hash }) => ({
        key: keyOf(pathname),
        place: { pathname, search, hash },
        isClosable: true,
        opened,
      }))
    return { tabs: [home, ...others], front: HOME, count, gone: [] }
  } catch {
    return onlyHome
  }
}
