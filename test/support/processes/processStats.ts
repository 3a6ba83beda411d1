import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { join } from 'node:path'
import type { RunningApp } from './app.ts'

/** In kilobytes, as the system counts it. */
export function memoryKilobytes({ process: { pid } }: RunningApp) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1])
}

/** The processes that a process has started and that are still running. */
export const childProcesses = (pid: number) =>
  readdirSync(`/proc/${pid}/task`).flatMap((task) =>
    readFileSync(`/proc/${pid}/task/${task}/children`, 'utf8').split(' ').filter(Boolean).map(Number),
  )

/** Which stored files an application holds open. */
export function openStoredFiles({ process: { pid }, dataDir }: RunningApp) {
  const descriptors = `/proc/${pid}/fd`
  return readdirSync(descriptors).filter((name) => linkOf(join(descriptors, name)).startsWith(join(dataDir, 'files')))
}

function linkOf(path: string) {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
