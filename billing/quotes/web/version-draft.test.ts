import { expect, test, vi } from 'vitest'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { answerCalls, renderHook } from '../../../testing/web/render-hook.ts'
import type { ContentOf, getVersion } from '../contract.ts'
import { useFuelDraft } from './FuelRates.tsx'
import { useVersionDraft } from './version-draft.ts'

type Full = OutputOf<typeof getVersion>

/** Tiers such as `1 0.50`: the first day and the price. */
const tiersOf = (...tiers: string[]): ContentOf<'storage'>['tiers'] =>
  tiers.map((text) => {
    const [day, price = ''] = text.split(' ')
    return { ageFrom: Number(day), ageTo: null, price, quality: 'all' }
  })

const versionWith = (rowVersion: number, status: Full['status'], ...tiers: string[]): Full => ({
  ...{
    id: 8,
    versionNo: 2,
    status,
    rowVersion,
    note: null,
    effectiveFrom: null,
    inactiveAt: null,
    publishedAt: null,
  },
  ...{ publishedBy: null, updatedAt: '2026-03-08T09:30:00.000Z', createdAt: '2026-03-08T09:30:00.000Z' },
  ...{ quoteId: 5, quoteCode: 'RENT', quoteName: 'Rent', channelId: null, channelCode: null, channel: null },
  ...{ unit: 1, minVolume: '0.000001', currencyCode: 'USD', fuelRates: [], zones: null },
  content: { kind: 'storage', freeDays: 0, tiers: tiersOf(...tiers) },
})

const onClose = vi.fn()
const editorOf = (of: Full, { isGone = false, isReadOnly = false } = {}) =>
  renderHook(() =>
    useVersionDraft({
      ...{ quote: { id: 5, kind: 'storage' }, of, edits: isReadOnly ? undefined : { id: of.id } },
      ...{ isGone, isReadOnly, onClose },
    }),
  )
const type = (of: Full, ...tiers: string[]) =>
  editorOf(of).setContent({ kind: 'storage', freeDays: 0, tiers: tiersOf(...tiers) })
const pricesIn = ({ content }: { content: unknown }) =>
  (content as ContentOf<'storage'>).tiers.map(({ ageFrom, price }) => `${ageFrom} ${price}`)

const refused = { success: false, code: 500, message: 'Changed by someone else', data: null }
const saved = { success: true, code: 200, message: '', data: { id: 9, rowVersion: 6 } }

/** Presses save and returns what was sent. */
async function saving(of: Full, answer: object, given = {}) {
  const sent: { path: string; rowVersion?: number; content: unknown }[] = []
  answerCalls((body, path) => {
    sent.push({ ...(body as { content: unknown }), path: path.split('/').at(-1) ?? '' })
    return answer
  })
  editorOf(of, given).save()
  await vi.waitFor(() => expect(sent).toHaveLength(1))
  await new Promise((later) => setTimeout(later, 20))
  const [call] = sent
  if (!call) throw new Error('nothing was sent')
  return { ...call, prices: pricesIn(call) }
}

test('prices that the server refuses stay, and are saved over a draft that a colleague changed meanwhile', async () => {
  const opened = versionWith(4, 'draft', '1 0.50', '31 0.80')
  type(opened, '1 0.55', '31 0.80')
  expect(await saving(opened, refused)).toMatchObject({ path: 'edit-version', rowVersion: 4 })

  const changed = versionWith(5, 'draft', '1 0.60', '31 0.90', '91 1.20')
  const editor = editorOf(changed)
  expect(editor).toMatchObject({ isDirty: true, isOutdated: true })
  expect(pricesIn(editor)).toEqual(['1 0.55', '31 0.80'])
  // Saved as it is, it names the version that it was typed for, so the server refuses it.
  expect(await saving(changed, refused)).toMatchObject({ path: 'edit-version', rowVersion: 4 })
  editor.keepEdits()
  onClose.mockClear()
  expect(await saving(changed, saved)).toMatchObject({
    path: 'edit-version',
    rowVersion: 5,
    prices: ['1 0.55', '31 0.90', '91 1.20'],
  })
  expect(onClose).toHaveBeenCalledOnce()
  expect(editorOf(changed).isDirty).toBe(false)
})

test.each([
  ['has come into force', 'effective', false],
  ['was deleted', 'draft', true],
] as const)('prices of a draft that %s meanwhile are saved as a new one', async (_, status, isGone) => {
  type(versionWith(4, 'draft', '1 0.50'), '1 0.70')
  const now = versionWith(4, status, '1 0.50')
  expect(editorOf(now, { isGone })).toMatchObject({ isClosed: true, isOutdated: false })
  expect(await saving(now, saved, { isGone })).toMatchObject({ path: 'create-version', prices: ['1 0.70'] })
  expect(editorOf(now, { isGone }).isDirty).toBe(false)
})

test('a new version has only the edits that were begun on a copy of the same version', () => {
  const copyOf = (of: Full) =>
    renderHook(() =>
      useVersionDraft({
        ...{ quote: { id: 5, kind: 'storage' }, of, edits: undefined },
        ...{ isGone: false, isReadOnly: false, onClose },
      }),
    )
  const own = versionWith(4, 'effective', '1 0.50')
  const other = { ...versionWith(4, 'effective', '1 7.00', '31 8.00'), id: 70, quoteId: 6 }
  copyOf(own).setContent({ kind: 'storage', freeDays: 0, tiers: tiersOf('1 0.55') })
  expect(copyOf(other).isDirty).toBe(false)
  expect(pricesIn(copyOf(other))).toEqual(['1 7.00', '31 8.00'])
  expect(pricesIn(copyOf(own))).toEqual(['1 0.55'])
  copyOf(own).clear()
})

test('a version that is only shown has no unsaved prices', () => {
  const fresh = renderHook(() =>
    useVersionDraft({
      ...{ quote: { id: 5, kind: 'storage' }, of: undefined, edits: undefined },
      ...{ isGone: false, isReadOnly: false, onClose },
    }),
  )
  fresh.setContent({ kind: 'storage', freeDays: 0, tiers: tiersOf('1 9.99') })
  const shown = editorOf(versionWith(4, 'effective', '1 0.50'), { isReadOnly: true })
  expect(pricesIn(shown)).toEqual(['1 0.50'])
  expect(shown.isDirty).toBe(false)
  fresh.clear()
})

test('fuel rates that the server refuses stay, and are saved with those a colleague added meanwhile', async () => {
  const rate = (startsOn: string, percent: string) => ({ startsOn, percent })
  const rates = [rate('2030-01-01', '12'), rate('2030-02-01', '13')]
  const fuelOn = (rowVersion: number, later: typeof rates) =>
    renderHook(() => useFuelDraft({ id: 5, rowVersion }, later, true))
  fuelOn(1, rates).draft.change({ rates: [rate('2030-01-01', '14'), rate('2030-02-01', '13')] })
  const sent: unknown[] = []
  const send = async (answer: object, rowVersion: number, later: typeof rates) => {
    answerCalls((body) => {
      sent.push(body)
      return answer
    })
    fuelOn(rowVersion, later).save()
    await new Promise((done) => setTimeout(done, 20))
  }
  await send(refused, 1, rates)
  const now = [...rates, rate('2030-03-01', '15')]
  fuelOn(2, now).draft.keepEdits()
  await send(saved, 2, now)
  expect(sent).toMatchObject([
    { rowVersion: 1 },
    { rowVersion: 2, rates: [{ percent: '14' }, { percent: '13' }, { percent: '15' }] },
  ])
  expect(fuelOn(2, now).draft.isDirty).toBe(false)
})
