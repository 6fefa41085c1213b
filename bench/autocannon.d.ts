declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  const autocannon: (options: {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    method?: 'POST'
    body?: string
  }) => Promise<Result>
  export default autocannon
}
