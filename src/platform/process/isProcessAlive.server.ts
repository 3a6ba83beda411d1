import { readFileSync } from 'node:fs'

/** Whether a process runs, also one of another user. */
export function isProcessAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Killed, but not yet reaped by its parent. */
function isZombie(pid: number) {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
