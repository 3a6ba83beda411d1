import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createTransport, type SendMailOptions } from 'nodemailer'
import PostalMime from 'postal-mime'
import type { RunningApp } from '../../test/support/processes/app.ts'
import { expect } from './app.ts'

/** The emails that reached this address, oldest first. */
export async function emailsTo(app: RunningApp, address: string) {
  const folder = join(app.dataDir, 'mail')
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.eml')).sort()
  const emails = await Promise.all(names.map(async (name) => PostalMime.parse(await readFile(join(folder, name)))))
  return emails.filter(({ to }) => to?.some((receiver) => receiver.address === address))
}

/** The link of the newest reset email, once `count` of them have arrived. */
export async function resetLink(app: RunningApp, address: string, count = 1) {
  const links = async () =>
    (await emailsTo(app, address)).flatMap(({ text }) => text?.match(/http\S+\/reset-password\/[\w?=-]+/)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(count)
  return (await links()).at(-1) ?? ''
}

/** The link of the email that asks the owner of an account to confirm a payment. */
export async function confirmLink(app: RunningApp, address: string) {
  const links = async () =>
    (await emailsTo(app, address)).flatMap(({ text }) => text?.match(/http\S+\/confirm-checkout\/[\w-]+/)?.[0] ?? [])
  await expect.poll(async () => (await links()).length, { timeout: 15_000 }).toBe(1)
  return (await links()).at(-1) ?? ''
}

/** Between the application's port and the one on which it receives emails, unless configured. */
const INBOUND_PORT_OFFSET = 25

/** Sends an email to the application, as another mail server does. */
export async function sendToApp(app: RunningApp, email: SendMailOptions) {
  const port = Number(new URL(app.url).port) + INBOUND_PORT_OFFSET
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail(email)
  } finally {
    transport.close()
  }
}
