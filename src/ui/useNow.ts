import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** The time, looked at again every half minute: often enough for "5 minutes ago" and for a clock without seconds. */
export function useNow() {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), MINUTE_MS / 2)
    return () => clearInterval(timer)
  }, [])
  return now
}
