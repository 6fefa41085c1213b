import { Component, type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import { reload } from '../../forms/web/leave.ts'
import { t } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { recall, remember } from './session.ts'

const MAX_TIME = 120_000

/** A chunk that could not be loaded, even after a reload. */
class PartGone extends Error {}

/** The props of the component of this name in a module. */
type PropsOf<M, K extends keyof M> = M[K] extends ComponentType<infer P> ? P : never

/**
 * A component that is loaded when it is first shown.
 *
 * A new release replaces the files an open page still requests, and a reload finds the new names. It reloads
 * once per chunk: a server that really lacks the file must not cause an endless reload.
 */
export const lazyPage = <M, K extends keyof M & string>(load: () => Promise<M>, name: K) =>
  lazy(async () => ({ default: (await loaded(load, name))[name] as ComponentType<PropsOf<M, K>> }))

/** A dialog that is loaded when it is first opened; the page behind it stays visible. */
export function lazyDialog<M, K extends keyof M & string>(load: () => Promise<M>, name: K) {
  const Dialog = lazyPage(load, name) as ComponentType<PropsOf<M, K>>
  return (props: PropsOf<M, K> & object) => (
    <Suspense>
      <Dialog {...props} />
    </Suspense>
  )
}

/** A drawer that is loaded with the first opened row, and then stays mounted for its animation. */
export function lazyDrawer<M, K extends keyof M & string>(load: () => Promise<M>, name: K) {
  const Drawer = lazyDialog(load, name)
  return (props: PropsOf<M, K> & { id: string | undefined }) => {
    const [isWanted, setWanted] = useState(props.id !== undefined)
    if (!isWanted && props.id !== undefined) setWanted(true)
    return isWanted && <Drawer {...props} />
  }
}

async function loaded<T>(load: () => Promise<T>, name: string): Promise<T> {
  const mark = `reloaded:${name}`
  try {
    const module = await withinTime(load())
    remember(mark, undefined)
    return module
  } catch (reason) {
    if (recall(mark)) throw new PartGone(name, { cause: reason })
    remember(mark, '1')
    // Without storage the mark is lost, and the reload could loop.
    if (!recall(mark)) throw new PartGone(name, { cause: reason })
    reload()
    return new Promise(() => {})
  }
}

function withinTime<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout>
  const limit = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('a part took too long to load')), MAX_TIME)
  })
  return Promise.race([work, limit]).finally(() => clearTimeout(timer))
}

/** Keeps a failing page from taking down the others. */
export class PartBoundary extends Component<{ children: ReactNode }, { error: unknown }> {
  override state: { error: unknown } = { error: undefined }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    const isGone = error instanceof PartGone
    return (
      <div className="broken-part" role="alert">
        <h1>{t(isGone ? webText.newVersion : webText.pageBroke)}</h1>
        <p>{t(isGone ? webText.newVersionHint : webText.pageBrokeHint)}</p>
        <button type="button" className="plain-button" onClick={reload}>
          {t(webText.reload)}
        </button>
      </div>
    )
  }
}
