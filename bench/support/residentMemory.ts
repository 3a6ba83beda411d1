import { readFileSync } from 'node:fs'

/** The memory of a process, now or (`VmHWM`) at its peak. */
export function residentMegabytes(pid: number | undefined, what: 'VmRSS' | 'VmHWM' = 'VmRSS') {
  const [, kilobytes] = new RegExp(`${what}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return (Number(kilobytes) * 1024) / 1_000_000
}
