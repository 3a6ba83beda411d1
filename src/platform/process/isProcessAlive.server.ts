import { readFileSync } from 'node:fs'

/** Whether a process runs, whoever owns it. */
export function isProcessAlive(pid: number) {
  try {
    process.kill(pid, 0)
    return !isZombie(pid)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** Killed, but not yet noticed by its parent. */
function isZombie(pid: number) {
  if (process.platform !== 'linux') return false
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'))
  } catch {
    return true
  }
}
