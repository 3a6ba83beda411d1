import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, statSync } from 'node:fs'

/** The system account PostgreSQL runs as. `undefined` is our own. */
export type Account = { uid: number; gid: number } | undefined

/** PostgreSQL refuses to run as root, so root hands it to an unprivileged account. */
export function chooseAccount(cluster: string): Account {
  if (process.getuid?.() !== 0) return undefined
  // A cluster keeps the account that made it, even if a better one has appeared since.
  if (existsSync(cluster)) {
    const { uid, gid } = statSync(cluster)
    if (uid !== 0) return { uid, gid }
  }
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n')
  for (const name of ['postgres', 'nobody']) {
    const [, , uid, gid] = accounts.find((line) => line.startsWith(`${name}:`))?.split(':') ?? []
    if (uid && gid) return { uid: Number(uid), gid: Number(gid) }
  }
  throw new Error('PostgreSQL does not run as root, and neither of the accounts "postgres" and "nobody" exists.')
}

/** Asks the system instead of guessing from permission bits: ACLs and mount options count too. */
export const canEnterFolder = (account: Account, folder: string) =>
  account === undefined || spawnSync('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { ...account, cwd: '/' }).status === 0
