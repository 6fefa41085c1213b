import { afterAll, vi } from 'vitest'
import { keepUser, keys, signOut, write } from '../../platform/ui/web/session.ts'
import type { TestServer } from '../test-server.ts'

/**
 * A page without a browser: its calls reach the test server as a logged-in user, until the network is cut.
 */
export function openTestPage(server: TestServer) {
  let isCut = (_path: string) => false
  vi.stubGlobal('fetch', async (url: string, { method, headers, body }: RequestInit) => {
    if (isCut(url)) throw new TypeError('fetch failed')
    const answer = await server.server.http.inject({
      method: method === 'POST' ? 'POST' : 'GET',
      url,
      headers: headers as Record<string, string>,
      ...(typeof body === 'string' && { payload: body }),
    })
    return new Response(answer.body, { status: answer.statusCode })
  })
  afterAll(() => {
    vi.unstubAllGlobals()
    signOut()
  })
  return {
    logIn(token: string, tenantId: number) {
      const loginAccount = `account-${tenantId}`
      keepUser({ loginAccount, zoneCode: 'Asia/Shanghai', tenantId, companyCode: '', platform: 'wms' })
      write(keys.token, token)
    },
    /** Nothing, or only some paths, gets through. */
    cut(which: (path: string) => boolean = () => true) {
      isCut = which
    },
    mend() {
      isCut = () => false
    },
  }
}

/** Waits until a scan screen looks something up. */
export const lookingUp = (screen: {
  state: { isBusy: boolean }
  listen: (listener: () => void) => () => void
}) =>
  new Promise<void>((resolve) => {
    const stop = screen.listen(() => {
      if (!screen.state.isBusy) return
      stop()
      resolve()
    })
  })

type Question = {
  words: string
  choices: readonly { text: string; run: () => void }[]
  onText?: (text: string, scanned: { code: string; times: number; isCounted: boolean }) => void
}

/** Answers the question of a scan screen, by a button or by input; returns its text. */
export async function answerQuestion(
  screen: { state: { question: Question | undefined; marks: readonly { words: string }[] } },
  reply: number | string,
): Promise<string> {
  const question = await vi
    .waitUntil(() => screen.state.question, { timeout: 30_000, interval: 5 })
    .catch(() => {
      throw new Error(`nothing was asked after “${screen.state.marks[0]?.words}”`)
    })
  if (typeof reply === 'number') question.choices[reply]?.run()
  else {
    question.onText?.(reply, { code: reply, times: 1, isCounted: false })
    await vi.waitUntil(() => screen.state.question !== question, { timeout: 30_000, interval: 5 })
  }
  return question.words
}
