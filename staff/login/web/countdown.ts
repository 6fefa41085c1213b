import { useEffect, useState } from 'react'

/** Counts seconds down by the clock, so that a background tab stays accurate. */
export function useCountdown() {
  const [until, setUntil] = useState(0)
  const [now, setNow] = useState(0)
  const isRunning = until > now

  useEffect(() => {
    if (!isRunning) return
    const timer = setInterval(() => setNow(performance.now()), 500)
    return () => clearInterval(timer)
  }, [isRunning])

  return {
    secondsLeft: isRunning ? Math.ceil((until - now) / 1000) : 0,
    start: (seconds: number) => {
      const since = performance.now()
      setNow(since)
      setUntil(since + seconds * 1000)
    },
  }
}
