import type { Database } from '../../src/db/client.server.ts'
import type { Agent } from '../../src/platform/auth/sessions.server.ts'
import type { Role } from '../../src/values/agencyValues.ts'
import { addMember } from '../../test/fixtures/agencies.ts'
import { createAgent } from '../../test/fixtures/agents.ts'
import { inParallel } from './inParallel.ts'
import { insertEvents, prepareEventWords } from './officeEvents.ts'
import { DOCUMENTS_PER_LISTING, OFFICE_DAYS, type Office, type OfficeSize } from './officeSize.ts'
import { createOfficeWork } from './officeWork.ts'
import { withoutTimeout } from './withoutTimeout.ts'

/** How long a listing is for sale, and looked at. */
const LIVE_DAYS = { least: 30, more: 150 }
const FILES_PER_LISTING = 6
const EVENTS_PER_STATEMENT = 100_000
const WORKERS = 2

/**
 * An office with so many people and things, from the last two years. As in a real one, some agents have many listings and most a few, and a few
 * listings get most of the visits and leads. A listing is looked at while it is for sale.
 */
export async function createOffice(url: string, size: OfficeSize): Promise<Office> {
  const office = await withoutTimeout(url, async ({ db, sql }) => {
    const owner = await createAgent(db)
    const add = async (role: Role, amount: number, assists?: Agent[]) => {
      const added: Agent[] = []
      for (let nth = 1; nth <= amount; nth++)
        added.push(await addMember(db, owner, { role, firstName: 'Tui', lastName: `${role} ${nth}`, assists }))
      return added
    }
    const agents = await add('agent', size.agents - 1)
    await add('manager', size.managers)
    await add('assistant', size.assistants, agents.slice(0, 3))
    await sql`update agency set "sumsFrom" = current_date - ${OFFICE_DAYS}::int where id = ${owner.agencyId} and "sumsFrom" is not null`
    await sql`update member set "joinedAt" = now() - ${OFFICE_DAYS}::int * interval '1 day' where "agencyId" = ${owner.agencyId}`
    const { agencyId } = owner
    const office = { ...size, agencyId, sellerIds: [owner, ...agents].map(({ id }) => id), own: owner.id.slice(4, 10) }
    await withoutTriggers(sql)
    await createListings(sql, office)
    await createLeads(sql, office)
    await createOfficeWork(sql, office)
    return office
  })
  const chunks = Array.from(
    { length: Math.ceil(size.events / EVENTS_PER_STATEMENT) },
    (_, nth) => nth * EVENTS_PER_STATEMENT,
  )
  await inParallel(WORKERS, chunks, (work) =>
    withoutTimeout(url, async ({ sql }) => {
      await withoutTriggers(sql)
      await prepareEventWords(sql, office)
      await work((first) =>
        insertEvents(sql, office, { first, last: Math.min(first + EVENTS_PER_STATEMENT, size.events) }),
      )
    }),
  )
  return office
}

/** Triggers would take a row at a time. What they write is written here. */
async function withoutTriggers(sql: Database['sql']) {
  await sql`set synchronous_commit = off`
  await sql`set session_replication_role = replica`
}

async function createListings(sql: Database['sql'], { agencyId, own, sellerIds, listings, archives }: Office) {
  await sql`insert into listing (id, title, subtitle, description, slug, "userId", "agencyId", "publishedAt", "firstPublishedAt", "createdAt", "updatedAt", status,
      "archivedAt", "streetNumber", street, suburb, city, country, "propertyType", bedrooms)
    select 'list_' || ${own} || n, n || ' ' || street, 'Sunny', '{"type":"doc","content":[{"type":"paragraph"}]}', ${own} || n,
      (${sellerIds}::text[])[1 + floor(${sellerIds.length}::int * power(n::bigint * 104729 % 9973 / 9973.0, 1.5))::int],
      ${agencyId}, began, began, began, began + days * interval '1 day', case when began + days * interval '1 day' < now() then 'sold' else 'available' end,
      case when ${archives}::boolean and began + days * interval '2 days' < now() then began + days * interval '2 days' end,
      n::text, street, 'Suburb ' || n % 60, 'City ' || n % 9, 'NZ', (array['house', 'apartment', 'townhouse'])[n % 3 + 1], 2 + n % 4
    from (select n, (array['Rata', 'Kowhai', 'Totara', 'Rimu', 'Nikau', 'Karaka', 'Manuka'])[n % 7 + 1] || ' Street' as street,
        now() - interval '1 day' - ${OFFICE_DAYS}::int * interval '1 day' * ((n * 7919) % ${listings}::int) / ${listings}::int as began,
        ${LIVE_DAYS.least}::int + (n * 31) % ${LIVE_DAYS.more}::int as days
      from generate_series(1, ${listings}) n) made`
  await sql`insert into co_agent ("listingId", "agencyId", "userId", "createdAt")
    select listing.id, "agencyId", other, listing."createdAt" from listing,
      lateral (select (${sellerIds}::text[])[1 + abs(hashtext(listing.id)) % ${sellerIds.length}::int] as other) chosen
    where "agencyId" = ${agencyId} and abs(hashtext(id)) % 5 = 0 and other <> "userId"`
  await sql`insert into file (id, path, name, "originalName", rank, type, "contentType", kind, "userId", "agencyId", "listingId", "createdAt", "updatedAt", size,
      state, "pageCount", width, height, acknowledgement)
    select 'file_' || ${own} || substr(listing.id, ${own.length + 6}::int) || 'n' || n, 'documents/' || listing.id || n, 'Document ' || n, 'document-' || n || '.pdf', n,
      case when n > ${DOCUMENTS_PER_LISTING}::int then 'image' else 'file' end,
      case when n > ${DOCUMENTS_PER_LISTING}::int then 'image/jpeg' else 'application/pdf' end,
      case when n <= ${DOCUMENTS_PER_LISTING}::int then (array['lim', 'title', 'building_report', 'other'])[n] end, "userId", "agencyId", id,
      listing."createdAt" + n * interval '1 minute', listing."createdAt" + n * interval '1 minute', 1000000, 'ready',
      case when n <= ${DOCUMENTS_PER_LISTING}::int then 30 end, case when n > ${DOCUMENTS_PER_LISTING}::int then 3000 end, case when n > ${DOCUMENTS_PER_LISTING}::int then 2000 end,
      case when n = 1 then 'I have received and read this document.' end
    from listing, generate_series(1, ${FILES_PER_LISTING}) n where "agencyId" = ${agencyId}`
  await sql`insert into file_version ("fileId", "agencyId", version, path, "originalName", "contentType", size, sha256, "pageCount", "uploadedById", "firstOpenedAt", "createdAt")
    select id, "agencyId", 1, path, "originalName", "contentType", size, md5(id) || md5(path), "pageCount", "userId", "createdAt", "createdAt"
    from file where "agencyId" = ${agencyId} and type = 'file'`
}

/** One buyer in four enquires about two listings. */
async function createLeads(sql: Database['sql'], { agencyId, own, sellerIds: [ownerId], listings, leads }: Office) {
  const people = Math.ceil(leads * 0.8)
  await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", status, "userId", "agencyId", "personId", "ownPersonId",
      "createdAt", "updatedAt", "lastSeenAt", heat, "isHeatDue", "heatDay", "createdOn", "firstOpenedAt", "firstReplyAt", "provenAt", "nextAction", "nextActionAt", "archivedAt",
      "assigneeId")
    select 'lead_' || ${own} || n, 'First' || person % 1009, 'Last' || person % 10007, 'buyer' || person || '.' || ${own} || '@example.nz',
      '+6421' || (5550000 + person), 'Please send me more about this property. We would like to see it. Number ' || n, listing.id,
      -- Most old enquiries have been dealt with.
      case when n % 100 < 3 then 'new' else (array['contacted', 'viewing', 'offer', 'closed'])[n % 4 + 1] end,
      listing."userId", ${agencyId}, 'pers_' || ${own} || person, 'pers_' || ${own} || person, at, at, at + interval '1 day',
      case when at > now() - interval '60 days' then n % 101 else 0 end, false, current_date,
      (at at time zone 'Pacific/Auckland')::date, case when n % 3 > 0 then at + interval '1 hour' end,
      case when n % 100 >= 3 then at + (n % 600) * interval '1 minute' end, case when n % 2 = 0 then at + interval '5 minutes' end,
      case when n % 100 = 50 then 'Call back' else '' end, case when n % 100 = 50 then now() + (n % 60 - 30) * interval '1 day' end,
      case when n % 10 = 9 then at + interval '30 days' end, case when n % 200 = 7 then ${ownerId} end
    from (select n, n % ${people}::int + 1 as person,
        1 + floor(${listings}::int * power(n::bigint * 104729 % 99991 / 99991.0, 1.5))::int as "listingNumber"
      from generate_series(1, ${leads}) n) made
    join listing on listing.id = 'list_' || ${own} || "listingNumber",
    lateral (select least(now(), listing."createdAt" + (listing."updatedAt" - listing."createdAt") * ((n * 13) % 97) / 97.0) as at) times
    order by at on conflict do nothing`
  await sql`insert into person (id, "userId", "agencyId", email, "firstName", "lastName", phone, "sortName", "leadCount", "lastSeenAt", heat, "searchText")
    select "personId", min("userId"), ${agencyId}, min(email), min("firstName"), min("lastName"), min(phone), lower(min("firstName") || ' ' || min("lastName")), count(*),
      max("lastSeenAt"), max(heat), lower(min("firstName") || ' ' || min("lastName") || ' ' || min(email) || ' ' || min(phone))
    from lead where "agencyId" = ${agencyId} group by 1`
  await sql`insert into notification (id, "agencyId", type, "listingId", "leadId", "userId", "createdAt", "updatedAt", "archivedAt")
    select 'ntfn_' || id, "agencyId", 'lead_created', "listingId", id, "userId", "createdAt", "createdAt", case when "createdAt" < now() - interval '7 days' then "createdAt" end
    from lead where "agencyId" = ${agencyId}`
}
