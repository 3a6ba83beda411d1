import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

/**
 * Loaded before the application. While the file FULL_DISK is there, half of what is written to any other file gets onto the disk, and
 * then there is no room. The file may say which folder the disk is mounted on.
 */
const { open, write } = fs
const openSoon = fs.promises.open
const paths = new Map()

function isFull(path) {
  try {
    return path?.startsWith(fs.readFileSync(process.env.FULL_DISK, 'utf8')) ?? false
  } catch {
    return false
  }
}
const isWriting = (flags) => /[wa]/.test(String(flags))
const noRoom = () =>
  Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })

fs.open = (path, flags, ...more) => {
  const done = more.pop()
  open(path, flags, ...more, (error, fd) => {
    // Numbers are used again: what is opened to be read, or by other ways, is forgotten.
    if (!error && isWriting(flags)) paths.set(fd, String(path))
    else paths.delete(fd)
    done(error, fd)
  })
}
fs.write = (fd, bytes, ...more) => {
  if (!isFull(paths.get(fd))) return write(fd, bytes, ...more)
  write(fd, bytes, 0, bytes.length >> 1, null, () => more.at(-1)(noRoom()))
}
fs.writev = (
  (writev) =>
  (fd, ...more) =>
    isFull(paths.get(fd)) ? more.at(-1)(noRoom()) : writev(fd, ...more)
)(fs.writev)

fs.promises.open = async (path, flags, ...more) => {
  const handle = await openSoon(path, flags, ...more)
  if (!isWriting(flags)) return handle
  const { write, writev, writeFile } = handle
  handle.write = async (...args) => {
    if (isFull(path)) throw noRoom()
    return write.apply(handle, args)
  }
  handle.writev = async (...args) => {
    if (isFull(path)) throw noRoom()
    return writev.apply(handle, args)
  }
  handle.writeFile = async (...args) => {
    if (isFull(path)) throw noRoom()
    return writeFile.apply(handle, args)
  }
  return handle
}
syncBuiltinESMExports()
