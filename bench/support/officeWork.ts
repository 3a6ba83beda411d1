import type { Database } from '../../src/db/client.server.ts'
import { DOCUMENTS_PER_LISTING, type Office } from './officeSize.ts'

type Sql = Database['sql']

/** What buyers and agents of an office have done beside looking: answers, reading, records, confirmations, changes, the log. */
export async function createOfficeWork(sql: Sql, office: Office) {
  await createAnswers(sql, office)
  await createReading(sql, office)
  await createRecords(sql, office)
  await createChanges(sql, office)
  await createLog(sql, office)
}

/** Every other buyer answers three questions, and one in fifty writes again. */
async function createAnswers(sql: Sql, { agencyId }: Office) {
  await sql`insert into lead_answer ("agencyId", "leadId", rank, question, answer)
    select lead."agencyId", lead.id, rank, (array['Are you pre-approved?', 'When do you want to buy?', 'Do you have a house to sell?'])[rank + 1],
      (array['Yes', 'No', 'Not yet', 'Within three months', 'This year'])[1 + (abs(hashtext(lead.id)) + rank) % 5]
    from lead, generate_series(0, 2) rank where "agencyId" = ${agencyId} and abs(hashtext(lead.id)) % 2 = 0`
  await sql`insert into lead_note (id, "agencyId", "leadId", body, "fromOwnBrowser", "createdAt")
    select 'note_' || substr(id, 6), "agencyId", id, 'Is it still for sale? We are coming back to Wellington.', true, "createdAt" + interval '2 days'
    from lead where "agencyId" = ${agencyId} and abs(hashtext(id)) % 50 = 1`
  await sql`insert into invitee (id, "agencyId", "leadId", name, email, role, "createdAt")
    select 'invt_' || substr(id, 6), "agencyId", id, 'Their lawyer', 'lawyer.' || email, 'lawyer', "createdAt" + interval '1 day'
    from lead where "agencyId" = ${agencyId} and abs(hashtext(id)) % 30 = 1`
}

/** Those who opened a document have read two, page by page. */
async function createReading(sql: Sql, { agencyId }: Office) {
  await sql`insert into reading ("agencyId", "leadId", "fileId", version, "pageSeconds", "firstReadAt", "lastReadAt")
    select lead."agencyId", lead.id, 'file_' || substr(lead."listingId", 6) || 'n' || (1 + (abs(hashtext(lead.id)) + nth) % ${DOCUMENTS_PER_LISTING}::int), 1,
      array(select (page * 7 % 40)::real from generate_series(1, 30) page), "firstOpenedAt", "firstOpenedAt" + interval '20 minutes'
    from lead, generate_series(1, 2) nth where "agencyId" = ${agencyId} and "firstOpenedAt" is not null`
  await sql`insert into reading_sum ("agencyId", "fileId", version, "pageSeconds", "pageReaders")
    select "agencyId", id, 1, array(select page * 7 % 40 * 20.0 from generate_series(1, 30) page), array(select 20 - page % 20 from generate_series(1, 30) page)
    from file where "agencyId" = ${agencyId} and type = 'file'`
  await sql`insert into reading_search ("agencyId", "leadId", "fileId", words, "lastAt")
    select lead."agencyId", "leadId", "fileId", 'drainage', "lastReadAt" from reading join lead on lead.id = "leadId"
    where lead."agencyId" = ${agencyId} and abs(hashtext("leadId")) % 10 = 0`
}

/** Nobody verifies these records, so their hashes are only as long as real ones. */
async function createRecords(sql: Sql, { agencyId }: Office) {
  await sql`insert into record_subject (id, "agencyId", "listingId", "leadId", name, email)
    select md5(id), "agencyId", "listingId", id, "firstName" || ' ' || "lastName", email from lead where "agencyId" = ${agencyId}`
  await sql`insert into record_entry ("agencyId", "listingId", sequence, kind, "subjectId", "fileId", version, details, "recordedAt", "previousHash", hash)
    select "agencyId", "listingId", row_number() over (partition by "listingId" order by at), kind, md5(lead.id),
      case when kind = 'version_opened' then 'file_' || substr("listingId", 6) || 'n1' end, case when kind = 'version_opened' then 1 end, '{}', at,
      md5(lead.id) || md5(kind), md5(kind) || md5(lead.id)
    from lead, lateral (values ('access_given', "createdAt"), ('version_opened', "firstOpenedAt")) steps (kind, at)
    where "agencyId" = ${agencyId} and at is not null`
  await sql`insert into record_head ("agencyId", "listingId", length, hash, seal, "verifiedAt")
    select "agencyId", "listingId", count(*), md5("listingId") || md5("listingId"), 'none', now()
    from record_entry where "agencyId" = ${agencyId} group by 1, 2`
  await sql`insert into acknowledgement (id, "agencyId", "fileId", version, sha256, "leadId", statement, "createdAt")
    select 'ack_' || substr(id, 6), "agencyId", 'file_' || substr("listingId", 6) || 'n1', 1, md5('sha') || md5(id), id, 'I have received and read this document.', "firstOpenedAt"
    from lead where "agencyId" = ${agencyId} and "firstOpenedAt" is not null and abs(hashtext(id)) % 3 = 0`
}

/** One listing in twenty has a new document, and in one in a hundred the agent has not said yet who is to be told. */
async function createChanges(sql: Sql, { agencyId }: Office) {
  await sql`insert into document_change (id, "agencyId", "listingId", "fileId", kind, "toVersion", audience, "sendAt", "createdAt")
    select 'chng_' || substr(id, 6), "agencyId", id, 'file_' || substr(id, 6) || 'n2', 'added', 1,
      case when abs(hashtext(id)) % 100 > 0 then 'everyone' end, case when abs(hashtext(id)) % 100 > 0 then "createdAt" + interval '9 days' end, "createdAt" + interval '9 days'
    from listing where "agencyId" = ${agencyId} and abs(hashtext(id)) % 20 = 0`
  await sql`insert into change_recipient ("agencyId", "changeId", "leadId", "toldAt")
    select lead."agencyId", document_change.id, lead.id, "sendAt" from document_change join lead using ("listingId") where lead."agencyId" = ${agencyId} and audience = 'everyone'`
}

/** A year of the log. Of ten entries, two are about signing in, six about leads, one about a listing and one about a download. */
async function createLog(sql: Sql, { agencyId, own, sellerIds, listings, leads, audits }: Office) {
  await sql`insert into audit (id, "userId", "agencyId", "objectId", action, device, details, at)
    select 'audt_' || ${own} || n, "userId", case when kind > 1 then ${agencyId} end, "objectId", action, 'Chrome on Windows',
      case action when 'lead_status_changed' then jsonb_build_object('leadId', "objectId", 'status', 'contacted') when 'listing_published' then jsonb_build_object('listingId', "objectId")
        when 'downloaded' then '{"what": "leads"}' else '{}' end, now() - interval '365 days' * n / ${audits}::int
    from (
      select n, kind, (${sellerIds}::text[])[1 + floor(${sellerIds.length}::int * power(n::bigint * 104729 % 9973 / 9973.0, 1.5))::int] as "userId",
        case when kind < 2 then 'signed_in' when kind < 8 then 'lead_status_changed' when kind = 8 then 'listing_published' else 'downloaded' end as action,
        case when kind between 2 and 7 then 'lead_' || ${own} || (1 + n * 7919 % ${leads}::int) when kind = 8 then 'list_' || ${own} || (1 + n * 7919 % ${listings}::int) end as "objectId"
      from (select n::bigint, (n * 31 / 10 + n) % 10 as kind from generate_series(1, ${audits}) n) numbers
    ) made`
  await sql`insert into reply_template (id, "userId", "agencyId", name, subject, body)
    select 'tmpl_' || ${own} || n, (${sellerIds}::text[])[1], ${agencyId}, 'Template ' || n, 'Your enquiry', 'Thank you for your interest.' from generate_series(1, 10) n`
}
