import type { Call } from './goods.ts'

const DAY_MS = 24 * 60 * 60 * 1000
const ROUNDS = 5

/** Queries over a long history. */
export async function questions(call: Call) {
  const yearAgo = new Date(Date.now() - 365 * DAY_MS)
  const { rows } = await call<{ rows: { customerCode: string; sku: string; sourceNo: string }[] }>(
    '/gateway/wms/stock/flows?page=1&size=20',
  )
  const { sku = '', sourceNo = '' } = rows.at(-1) ?? {}
  const at = yearAgo.toISOString()
  const day = at.slice(0, 10)
  const input = {
    'all stock by SKU as of a year ago': `by-sku?at=${at}`,
    'all stock by bin as of a year ago': `by-location?at=${at}`,
    'one SKU as of a year ago': `by-sku?at=${at}&search=${sku}`,
    'newest flows': 'flows?',
    'flows of a day a year ago': `flows?from=${day}&to=${day}`,
    'flows of a document': `flows?document=${sourceNo}`,
    'flows of a SKU': `flows?search=${sku}`,
    'flows of a type unused for two years': 'flows?flowType=init',
    'flows of a type never used': 'flows?flowType=dispose',
    'flows of a customer without any': 'flows?customerId=999999999',
    'page 400 of the flows': 'flows?page=400',
    'sums of a SKU': `flow-sums?search=${sku}`,
  }
  const urlOf = (path: string) => {
    const paged = path.startsWith('flow-sums') || path.includes('page=') ? path : `${path}&page=1`
    return `/gateway/wms/stock/${paged}${path.startsWith('flow-sums') ? '' : '&size=20'}`.replace('?&', '?')
  }
  return medians(call, Object.fromEntries(Object.entries(input).map(([what, path]) => [what, urlOf(path)])))
}

/** How long each takes: the median of five after a warm-up. */
export async function medians(call: Call, urls: Record<string, string>) {
  const results: { what: string; ms: number }[] = []
  for (const [what, url] of Object.entries(urls)) {
    const times: number[] = []
    for (let round = 0; round <= ROUNDS; round++) {
      const since = performance.now()
      await call(url)
      times.push(performance.now() - since)
    }
    const sorted = times.slice(1).sort((a, b) => a - b)
    results.push({ what, ms: sorted[Math.floor(ROUNDS / 2)] ?? 0 })
  }
  return results
}
