declare module 'autocannon' {
  type Result = {
    requests: { average: number; total: number }
    latency: { p50: number; p99: number }
    non2xx: number
    errors: number
  }
  type Request = { headers: Record<string, string>; body?: string }
  const autocannon: (options: {
    url: string
    connections: number
    duration: number
    headers?: Record<string, string>
    method?: 'POST'
    body?: string
    requests?: { setupRequest: (request: Request) => Request }[]
  }) => Promise<Result>
  export default autocannon
}
