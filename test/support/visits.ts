import { createHash } from 'node:crypto'
import type { useDeployedApp } from './deployed.ts'

type Parts = Pick<ReturnType<typeof useDeployedApp>, 'url' | 'database'>

export const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

let last = 0
/** Somebody who was never here before. */
export const newAddress = () => {
  const [a = 0, b = 0, c = 0] = createHash('sha256').update(`${process.pid} ${++last}`).digest()
  return `203.${a}.${b}.${c}`
}

export interface Sent {
  body?: unknown
  headers?: Record<string, string>
  method?: string
}

/** Sends what the beacon of a page sends, as a browser does it. */
export async function sendEvent(url: string, { body, headers = {}, method = 'POST' }: Sent) {
  const { status, ...answer } = await fetch(`${url}/_event`, {
    method,
    headers: { 'user-agent': IPHONE, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': newAddress(), ...headers },
    body: method === 'GET' ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  }).then(async (response) => ({ status: response.status, text: await response.text() }))
  return { status, ...answer }
}

export const viewOf = ({ id, slug }: { id: string; slug: string }, event = 'listing_view') => ({
  event,
  listingId: id,
  pathname: `/listings/${slug}`,
  referrer: '',
})

interface Stored {
  event: string
  isUnique: boolean
  isFirstToday: boolean
  hash: string | null
  leadId: string | null
  fileId: string | null
  [fact: string]: unknown
}

/** What is stored of a listing, in order. */
export const eventsOf = ({ database }: Pick<Parts, 'database'>, listingId: string) =>
  database.sql<Stored>`select * from event where "listingId" = ${listingId} order by "createdAt", id`
