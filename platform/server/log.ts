import { type DestinationStream, pino } from 'pino'

/** Field names of secrets, which are redacted wherever they occur in a log line. */
const secretNames = ['password', 'token', 'x-access-token', 'authorization', 'cookie']
const paths = secretNames.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`])

export const openLog = (level: string, destination?: DestinationStream) =>
  pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      redact: { paths, censor: '***' },
      serializers: { err: withoutDetail },
    },
    destination ?? pino.destination({ sync: false, minLength: 0 }),
  )

/** PostgreSQL's DETAIL quotes other rows' values; the log keeps the constraint name instead. */
function withoutDetail(fault: unknown): object {
  const { message, stack, code, constraint, table, cause } = (fault ?? {}) as Record<string, unknown>
  return {
    message,
    stack,
    ...(code !== undefined && { code }),
    ...(constraint !== undefined && { constraint, table }),
    ...(cause !== undefined && { cause: withoutDetail(cause) }),
  }
}
