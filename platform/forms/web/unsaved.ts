/** Discards the input of one form and its draft. */
type Discard = () => void

/**
 * Which tabs have unsaved work.
 *
 * A hidden tab's effects are off, so its marks must outlive them: a mark is removed only by its setter while
 * its tab is active, or with the tab itself.
 */
export class Unsaved {
  #marks = new Map<string, Map<string, Discard>>()
  #listeners = new Set<() => void>()
  #shown: readonly string[] = []

  mark(tab: string, source: string, discard: Discard = () => {}): void {
    const sources = this.#marks.get(tab) ?? new Map()
    this.#marks.set(tab, sources.set(source, discard))
    this.#tell()
  }

  unmark(tab: string, source: string): void {
    const sources = this.#marks.get(tab)
    if (!sources?.delete(source)) return
    if (sources.size === 0) this.#marks.delete(tab)
    this.#tell()
  }

  forget(tab: string): void {
    if (this.#marks.delete(tab)) this.#tell()
  }

  /** The user agreed to lose the work in this tab: no draft may bring it back. */
  discard(tab: string): void {
    for (const discard of [...(this.#marks.get(tab)?.values() ?? [])]) discard()
    this.forget(tab)
  }

  /** The tabs with unsaved work; the same array as long as nothing changes. */
  tabs = () => this.#shown

  listen = (listener: () => void) => {
    this.#listeners.add(listener)
    return () => void this.#listeners.delete(listener)
  }

  #tell(): void {
    this.#shown = [...this.#marks.keys()]
    for (const listener of this.#listeners) listener()
  }
}
