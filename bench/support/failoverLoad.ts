import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Database } from '../../src/db/client.server.ts'
import type { beginUpload } from '../../src/features/files/server/beginUpload.server.ts'
import { callsWithCookie, type createAgent, createSession } from '../../test/fixtures/agents.ts'
import { easyBotCheckAnswer } from '../../test/fixtures/botCheck.ts'
import { createLead, leadForm, submitUntilAcknowledged } from '../../test/fixtures/leads.ts'
import { createPublishedListing } from '../../test/fixtures/listings.ts'
import { messageDraft } from '../../test/fixtures/messages.ts'

export const KINDS = ['lead', 'upload', 'message'] as const
export type Kind = (typeof KINDS)[number]

/** What the application has said that it has, and since when a request of that kind worked again. */
export interface Acknowledged {
  kind: Kind
  /** Of a lead its email, of a file its id, of a message its key. */
  key: string
  at: number
}

const WRITERS: Record<Kind, number> = { lead: 5, upload: 2, message: 2 }
const LEADS_PER_LISTING = 16
const RETRY_INTERVAL_MS = 100
const RESPONSE_TIMEOUT_MS = 25_000

interface LoadOptions {
  url: string
  secret: string
  database: Database
  agent: Awaited<ReturnType<typeof createAgent>>
}

/** Buyers leave their details, an agent uploads documents and writes to buyers, each again and again until it is acknowledged. */
export async function startLoad({ url, secret, database: { db }, agent }: LoadOptions) {
  const { post } = callsWithCookie(url, await createSession(db, agent.id))
  const acknowledged: Acknowledged[] = []
  let isStopped = false

  let place = { id: (await createPublishedListing(db, { agent })).id, leads: 0 }
  const uploads = place.id
  const nextPlace = async () => {
    if (place.leads >= LEADS_PER_LISTING)
      place = { id: (await untilDone(() => createPublishedListing(db, { agent }))).id, leads: 0 }
    place.leads += 1
    return place.id
  }

  const work: Record<Kind, () => Promise<string>> = {
    async lead() {
      const form = leadForm({ listingId: await nextPlace() })
      await submitUntilAcknowledged(url, form, () => easyBotCheckAnswer(secret, 'lead'))
      return form.email
    },

    /** A link that has expired, or an upload that is not known any more, begins again. */
    async upload() {
      const content = Buffer.from(`Report ${randomUUID()}`)
      const request = { name: 'Report.txt', contentType: '', contentLength: String(content.length), listingId: uploads }
      return untilDone(async () => {
        const begun = (await accepted(post('getUploadUrl', request))) as Awaited<ReturnType<typeof beginUpload>>
        for (const part of begun.parts) {
          const response = await fetch(new URL(part.url, url), { method: 'PUT', headers: part.headers, body: content })
          if (!response.ok) throw new Error(`The part was answered with ${response.status}.`)
        }
        const { id } = await untilDone(
          async () => (await accepted(post('finishUpload', { uploadId: begun.uploadId }))) as { id: string },
        )
        return id
      })
    },

    async message() {
      const listing = await untilDone(() => createPublishedListing(db, { agent }))
      await untilDone(() => createLead(db, { listingId: listing.id, source: 'import' }))
      const draft = { ...messageDraft(listing.id), creationKey: randomUUID() }
      await untilDone(() => accepted(post('createMessage', draft)))
      return draft.creationKey
    },
  }

  const write = async (kind: Kind) => {
    while (!isStopped) {
      const key = await work[kind]()
      acknowledged.push({ kind, key, at: performance.now() })
    }
  }
  const writers = KINDS.flatMap((kind) => Array.from({ length: WRITERS[kind] }, () => write(kind)))
  const ended = Promise.all(writers)
  return {
    acknowledged,
    /** Ends with what is under way. */
    async stop() {
      isStopped = true
      await ended
    },
    failed: ended,
  }
}

async function accepted(answer: Promise<{ status: number; text: string; result?: unknown }>) {
  const { status, text, result } = await answer
  if (status === 200) return result
  throw status < 500 ? new Refused(`The call was answered with ${status}: ${text}`) : new Error(`status ${status}`)
}

class Refused extends Error {}

/** As people do: the same once more, until it works. What is refused would be refused again. */
async function untilDone<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (;;)
    try {
      const late = pause(RESPONSE_TIMEOUT_MS, undefined, { ref: false }).then(() => {
        throw new Error('No response.')
      })
      return await Promise.race([attempt(), late])
    } catch (error) {
      if (error instanceof Refused) throw error
      await pause(RETRY_INTERVAL_MS)
    }
}
