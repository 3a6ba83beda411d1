import { randomUUID } from 'node:crypto'
import { file } from '../../src/db/schema/files.ts'
import { emptyDescription } from '../../src/features/listings/description/description.schema.ts'
import { createListing, publishListing } from '../../src/features/listings/server/listings.server.ts'
import { newStorageKey } from '../../src/platform/storage/storageKeys.server.ts'
import { cookiesOf, createAgent } from './agents.ts'
import { call } from './call.ts'
import type { useDeployedApp } from './deployed.ts'
import { humanAnswer } from './human.ts'
import { linkMailedTo } from './mailbox.ts'
import { diskOf } from './storages.ts'

type Parts = ReturnType<typeof useDeployedApp>
type Fields = Partial<Record<'firstName' | 'lastName' | 'email' | 'phone' | 'note' | 'key' | 'turnstile', string>>

let lastBuyer = 0
/** Each from a home of their own, where the application trusts the proxy that says so. */
const fromNewAddress = () => ({ 'x-forwarded-for': `203.0.${++lastBuyer >> 8}.${lastBuyer & 255}` })

/** A published listing with one document, and its agent. */
export async function publishHome({ app, database: { db } }: Parts) {
  const agent = await createAgent(db, { firstName: 'Mia', lastName: 'Chen' })
  const words = { title: '12 Rata Street', subtitle: '', description: emptyDescription }
  const { id, slug } = await createListing(db, agent, words)
  await publishListing(db, agent, id)
  const path = newStorageKey('documents')
  await diskOf(app.dataDir).write(path, Buffer.from('The report'), 'text/plain')
  const document = { path, name: 'LIM report', type: 'file', contentType: 'text/plain', size: 10 } as const
  const [stored] = await db
    .insert(file)
    .values({ ...document, state: 'ready', userId: agent.id, listingId: id })
    .returning()
  return { agent, id, slug, fileId: stored?.id ?? '' }
}

/** What a buyer's browser does on the page of a listing. */
export function buyersOf(parts: Pick<Parts, 'app' | 'url'>) {
  const newEmail = () => `buyer-${randomUUID().slice(0, 8)}@example.nz`

  async function leave(listingId: string, fields: Fields = {}, cookie = '') {
    const details = { firstName: 'Hana', lastName: 'Petersen', phone: '021 555 0199', note: '' }
    const turnstile = fields.turnstile ?? (await humanAnswer(parts.url, 'lead'))
    const data = { listingId, ...details, email: newEmail(), key: randomUUID(), ...fields, turnstile }
    const headers = { ...fromNewAddress(), cookie }
    const answer = await call(parts.url, 'submitLead', { method: 'POST', data, headers })
    const cookies = cookiesOf(answer.headers)
    // The key alone, and everything that the browser keeps.
    return { ...answer, email: data.email, cookie: cookies.split('; ')[0] ?? '', cookies }
  }

  return {
    newEmail,
    leave,
    access: (listingId: string, cookie = '') =>
      call(parts.url, 'fetchAccess', { data: { listingId }, headers: { cookie } }),
    open: (listingId: string, fileId: string, cookie = '') =>
      call(parts.url, 'openDocument', { method: 'POST', data: { listingId, fileId }, headers: { cookie } }),
    endVisit: (listingId: string, cookie: string) =>
      call(parts.url, 'endVisit', { method: 'POST', data: { listingId }, headers: { cookie } }),
    /** The key in the mail with the private link. */
    async keyMailedTo(email: string) {
      const link = await linkMailedTo(parts.app.dataDir, email, '/listings/')
      return new URL(link).searchParams.get('key') ?? ''
    },
    byLink: (name: 'fetchPrivateLink' | 'fetchOwnData', key: string) => call(parts.url, name, { data: { key } }),
    enter: (key: string, cookie = '') =>
      call(parts.url, 'enterByLink', { method: 'POST', data: { key }, headers: { cookie } }),
    correct: (key: string, details: object) =>
      call(parts.url, 'correctDetails', { method: 'POST', data: { key, ...details } }),
    erase: (key: string) => call(parts.url, 'eraseDetails', { method: 'POST', data: { key } }),
  }
}
