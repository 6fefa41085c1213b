import pg from 'pg'

/**
 * Loaded into the measured product before it starts: counts what its calls send to the database, and tells the benchmark when it asks.
 */
let count = 0
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (this: pg.Client, ...input: unknown[]) {
  const { application_name: name } = (
    this as unknown as { connectionParameters: { application_name?: string } }
  ).connectionParameters
  if (name?.startsWith('tallyhouse server')) count++
  return Reflect.apply(query, this, input)
} as typeof query
process.on('message', () => process.send?.(count))
process.channel?.unref()
