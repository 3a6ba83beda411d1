import { randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'

export const mailFolder = (dataDir: string) => join(dataDir, 'mail')

/** A real SMTP server on loopback that keeps every mail as a file, for starts without a mail provider. */
export async function startMailServer(dataDir: string) {
  const folder = mailFolder(dataDir)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const server = new SMTPServer({
    authOptional: true,
    closeTimeout: 2_000,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData(stream, _session, done) {
      const name = `${new Date().toISOString().replaceAll(':', '-')}-${randomUUID().slice(0, 8)}`
      keepEmail(stream, join(folder, `${name}.eml`)).then(() => done(), done)
    },
  })
  server.on('error', () => {})
  await new Promise<void>((resolve, reject) => server.listen(0, '127.0.0.1', resolve).once('error', reject))
  const { port } = server.server.address() as AddressInfo
  return { url: `smtp://127.0.0.1:${port}`, stop: () => new Promise<void>((resolve) => server.close(() => resolve())) }
}

/** Accepted means on the disk. */
async function keepEmail(stream: NodeJS.ReadableStream, path: string) {
  const draft = `${path}.part`
  const file = await open(draft, 'w', 0o600)
  try {
    await file.writeFile(stream)
    await file.sync()
    await rename(draft, path)
  } catch (error) {
    // It comes again, and what is left of a full disk is not for the remains of each try.
    await rm(draft, { force: true })
    throw error
  } finally {
    await file.close()
  }
}
