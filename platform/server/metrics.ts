import { statfs } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'

/** Metrics: calls by path and status, connections, the queue, and Node's own. */
export function measure(
  http: FastifyInstance,
  pool: pg.Pool,
  queue: () => Promise<QueueFigures>,
  { token, folder = '.' }: { token?: string | undefined; folder?: string } = {},
) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const seconds = new Histogram({
    name: 'tallyhouse_http_seconds',
    help: 'Time to answer, by call and status',
    labelNames: ['path', 'status'],
    buckets: [0.005, 0.02, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  new Gauge({
    name: 'tallyhouse_pool_connections',
    help: 'Database connections by state',
    labelNames: ['state'],
    registers: [registry],
    collect() {
      this.set({ state: 'open' }, pool.totalCount)
      this.set({ state: 'idle' }, pool.idleCount)
      this.set({ state: 'waited_for' }, pool.waitingCount)
    },
  })
  new Gauge({
    name: 'tallyhouse_jobs',
    help: 'Jobs in the queue by state',
    labelNames: ['state'],
    registers: [registry],
    async collect() {
      const figures = await queue().catch(() => undefined)
      if (figures) for (const [state, count] of Object.entries(figures)) this.set({ state }, count)
    },
  })

  new Gauge({
    name: 'tallyhouse_disk_free_bytes',
    help: 'Room on the disk of the data folder; at 0 nothing can be saved',
    registers: [registry],
    async collect() {
      const disk = await statfs(folder).catch(() => undefined)
      if (disk) this.set(disk.bavail * disk.bsize)
    },
  })

  http.addHook('onResponse', async (request, reply) => {
    const path = request.routeOptions.url ?? 'none'
    seconds.observe({ path, status: reply.statusCode }, reply.elapsedTime / 1000)
    const { tenantId, accountId } = request as { tenantId?: number; accountId?: number }
    request.log.info(
      {
        method: request.method,
        path,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime),
        requestId: request.id,
        tenantId,
        accountId,
      },
      'answered',
    )
  })
  http.get('/metrics', async (request, reply) => {
    const isAllowed = token
      ? request.headers.authorization === `Bearer ${token}`
      : // A request forwarded by a proxy on this machine comes from outside.
        /^(::1|(::ffff:)?127\.)/.test(request.socket.remoteAddress ?? '') &&
        !proxyHeaders.some((name) => request.headers[name] !== undefined)
    if (!isAllowed) return reply.callNotFound()
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

/** Any of them shows that a proxy is in between. */
const proxyHeaders = [
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'forwarded',
  'via',
]

export type QueueFigures = { waiting: number; running: number; failed: number }
