import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the application: while the file FULL_DISK is there, no other file can be opened for writing, as on a full disk. */
const { open } = fs
const openSoon = fs.promises.open

const hasRoom = (flags) => !/[wa]/.test(String(flags)) || !fs.existsSync(process.env.FULL_DISK)
const noRoom = () =>
  Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC', syscall: 'open' })

fs.open = (path, flags, ...more) => (hasRoom(flags) ? open(path, flags, ...more) : more.at(-1)(noRoom()))
fs.promises.open = async (path, flags, ...more) => {
  if (!hasRoom(flags)) throw noRoom()
  return openSoon(path, flags, ...more)
}
syncBuiltinESMExports()
