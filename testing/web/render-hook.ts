import { QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { onTestFinished, vi } from 'vitest'
import { newQueryClient } from '../../platform/calls/web/call.ts'
import { onNotice } from '../../platform/ui/web/notices.ts'
import { TabContext } from '../../platform/ui/web/tab-context.ts'

/** What a hook returns in one render. Its effects don't run: its tab is hidden, or in front without it. */
export function renderHook<T>(hook: () => T, { isFront = false } = {}): T {
  const results: T[] = []
  const Page = () => {
    results.push(hook())
    return null
  }
  const tab = { key: '/a', isFront: () => isFront, moveTo: () => {} }
  const page = createElement(TabContext, { value: tab }, createElement(Page))
  renderToStaticMarkup(createElement(QueryClientProvider, { client: newQueryClient() }, page))
  const [result] = results
  if (result === undefined) throw new Error('The hook returned nothing')
  return result
}

/** Answers every call of the page in this test. */
export function answerCalls(answer: (body: unknown, path: string) => object | Promise<object>): void {
  vi.stubGlobal('fetch', async (path: string, { body }: { body: string }) =>
    Response.json(await answer(JSON.parse(body), path)),
  )
  onTestFinished(() => void vi.unstubAllGlobals())
  // A message that no test listens to would wait for the next one that does.
  onTestFinished(onNotice(() => {}))
}
