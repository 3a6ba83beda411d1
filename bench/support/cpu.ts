import { existsSync, readFileSync } from 'node:fs'

/** The kernel counts in hundredths of a second, on every platform that has /proc. */
const TICKS_PER_SECOND = 100

/** What a process and its threads have used of the processor so far. */
export function cpuSeconds(pid: number | undefined) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ')
  const [user, system] = [fields[11], fields[12]]
  return (Number(user) + Number(system)) / TICKS_PER_SECOND
}

/** A process and everything that it has started, but not what has ended since. */
export function processTree(pid: number): number[] {
  const path = `/proc/${pid}/task/${pid}/children`
  if (!existsSync(path)) return []
  const children = readFileSync(path, 'utf8').split(' ').filter(Boolean).map(Number)
  return [pid, ...children.flatMap(processTree)]
}
