import { eq } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { findSignedInAgent } from '#platform/auth/sessionCookie.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type CsvColumns, csvDownload, csvLines, csvTimeFormat } from '#platform/downloads/csvDownload.server.ts'
import { invalidInput, notSignedIn } from '#platform/errors.ts'
import { findInvalidText } from '#platform/input/fieldSchemas.ts'
import { useServices } from '#platform/services.server.ts'
import { channelLabel } from '#values/channelKinds.ts'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { inviteeRoleLabels } from '../invitees/invitees.schema.ts'
import { LeadFilter, SelectedLeads } from '../leads.schema.ts'
import { statusLabels } from '../leadsSearch.ts'
import { listAnsweredQuestions, listAnswers, type StoredAnswer } from './answers/answers.server.ts'
import { type FurtherNote, listFurtherNotes } from './intake/furtherNotes.server.ts'
import { type ListedInvitee, listInvitees } from './invitees/invitees.server.ts'
import { listLeads } from './leads.server.ts'
import { listOpenHomeVisits, type OpenHomeVisit } from './openHomeVisits.server.ts'

/** Responds with the signed-in agent's leads as a CSV file, filtered like the list. */
export async function serveLeadsCsv(url: string) {
  const visitor = await findSignedInAgent()
  if (!visitor) throw notSignedIn()
  const params = Object.fromEntries(new URL(url).searchParams)
  const filter = 'ids' in params ? SelectedLeads.safeParse(params) : LeadFilter.safeParse(params)
  if (!filter.success || findInvalidText(params)) throw invalidInput({}, 'We don’t recognise these filters.')
  const { db } = useServices().database
  await writeAudit(db, visitor.agent, 'downloaded', { what: 'leads' })
  const [settings] = await db
    .select({ timeZone: profile.timeZone })
    .from(profile)
    .where(eq(profile.userId, visitor.agent.id))
  const timeZone = settings?.timeZone ?? DEFAULT_TIME_ZONE
  return csvDownload(
    leadsCsv(db, visitor.agent, { ...LeadFilter.parse({}), ...filter.data }, timeZone),
    'leads',
    timeZone,
  )
}

const ROWS_PER_BATCH = 500

type CsvRow = Awaited<ReturnType<typeof listLeads>>['leads'][number] & {
  furtherNotes: FurtherNote[]
  answers: StoredAnswer[]
  invitees: ListedInvitee[]
  visits: OpenHomeVisit[]
}

async function* leadsCsv(db: Db, agent: Agent, filter: LeadFilter & { ids?: string[] }, timeZone: string) {
  const questions = await listAnsweredQuestions(db, agent)
  yield* csvLines(csvColumns(timeZone, questions), async (cursor) => {
    const { leads, next } = await listLeads(db, agent, { ...filter, limit: ROWS_PER_BATCH, cursor })
    const ids = leads.map(({ id }) => id)
    const notes = Map.groupBy(await listFurtherNotes(db, agent.agencyId, ids), ({ leadId }) => leadId)
    const answers = Map.groupBy(await listAnswers(db, agent.agencyId, ids), ({ leadId }) => leadId)
    const invitees = await listInvitees(db, agent.agencyId, ids)
    const visits = await listOpenHomeVisits(db, agent.agencyId, ids)
    const rows = leads.map((lead) => ({
      ...lead,
      furtherNotes: notes.get(lead.id) ?? [],
      answers: answers.get(lead.id) ?? [],
      invitees: invitees.get(lead.id) ?? [],
      visits: visits.get(lead.id) ?? [],
    }))
    return { rows, next }
  })
}

function csvColumns(timeZone: string, questions: string[]): CsvColumns<CsvRow> {
  const time = csvTimeFormat(timeZone)
  const columns: CsvColumns<CsvRow> = {
    'First name': ({ firstName }) => firstName,
    'Last name': ({ lastName }) => lastName,
    Email: ({ email }) => email,
    'Verified email': ({ isVerified }) => (isVerified ? 'Yes' : 'No'),
    Phone: ({ phone }) => phone,
    Listing: ({ listingTitle }) => listingTitle,
    Channel: ({ source, channelKind, channelName }) =>
      source === 'form' ? channelLabel(channelKind, channelName) : '',
    Status: ({ status }) => statusLabels[status],
    'Next action': ({ nextAction }) => nextAction,
    'Next action due': ({ nextActionAt }) => (nextActionAt ? time(nextActionAt) : ''),
    Note: ({ note }) => note,
    'Your note': ({ agentNote }) => agentNote,
    Heat: ({ heat }) => heat,
    Activity: ({ brief }) => brief,
    'Opened documents': ({ openedFiles }) => openedFiles,
    'Downloaded documents': ({ downloadedFiles }) => downloadedFiles,
    'Last seen': ({ lastSeenAt }) => time(lastSeenAt),
    Received: ({ createdAt }) => time(createdAt),
    'Wrote again': ({ furtherNotes }) => furtherNotes.map((note) => noteText(note, time)).join('\n\n'),
    'Shared with': ({ invitees }) => invitees.map(inviteeText).join('\n'),
    'Came to open home': ({ visits }) => visits.map(({ startsAt }) => time(startsAt)).join('\n'),
  }
  // A question may be called like a column that is there already.
  const answerColumns = questions.map((question): [string, CsvColumns<CsvRow>[string]] => [
    question in columns ? `${question} (question)` : question,
    ({ answers }) => answers.find((one) => one.question === question)?.answer ?? '',
  ])
  return { ...columns, ...Object.fromEntries(answerColumns) }
}

/** "Priya Nair (lawyer), priya@example.nz". */
const inviteeText = ({ name, role, email, revokedAt }: ListedInvitee) =>
  `${name} (${inviteeRoleLabels[role].toLowerCase()}), ${email}${revokedAt ? ', access ended' : ''}`

const noteText = ({ body, phone, fromOwnBrowser, createdAt }: FurtherNote, time: ReturnType<typeof csvTimeFormat>) =>
  [`${time(createdAt)}${fromOwnBrowser ? '' : ' (not confirmed by email)'}`, body, phone].filter(Boolean).join('\n')
