import { readFileSync } from 'node:fs'

/** Megabytes of a process that are in memory, now or (`VmHWM`) at the most so far. */
export function residentMegabytes(pid: number | undefined, what: 'VmRSS' | 'VmHWM' = 'VmRSS') {
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1_000_000
}
