import { newId } from '#db/schema/columns.ts'
import type { AuditAction, AuditDetails } from '#features/audit/auditActions.ts'
import { type LibraryKey, questionFromLibrary } from '#features/listings/questions/questionLibrary.ts'
import type { Role } from '#values/agencyValues.ts'
import type { DemoLead } from './demoLeads.ts'
import { daysBefore } from './demoTime.ts'

/** Printed at the first start. Not a secret: the demo exists only on loopback. */
export const demoSignIn = { email: 'demo@property-files.localhost', password: 'property-files-demo' }

export const demoAgent = (now: Date, passwordHash: string) => ({
  id: newId('user'),
  email: demoSignIn.email,
  emailVerified: true,
  password: passwordHash,
  firstName: 'Mia',
  lastName: 'Fernbrook',
  phone: '+64215550100',
  subscriptionActive: true,
  createdAt: daysBefore(now, 94),
  updatedAt: daysBefore(now, 94),
})

const demoQuestions: LibraryKey[] = ['finance', 'time_frame', 'selling_first']

/** Without a photo, so the card shows initials. */
export const demoProfile = (userId: string) => ({
  userId,
  agencyName: 'Harbour & Hollow Real Estate',
  licenceLine: 'Licensed under the REAA 2008',
  cardTagline: 'Homes from Karori to Havelock North',
  questions: demoQuestions.map(questionFromLibrary),
})

const colleagues = [
  { role: 'manager', firstName: 'Tama', lastName: 'Ridgewell', phone: '+64215550101', joinedDaysAgo: 80 },
  { role: 'agent', firstName: 'Priya', lastName: 'Calloway', phone: '+64215550102', joinedDaysAgo: 60 },
  { role: 'assistant', firstName: 'Jonas', lastName: 'Eastmere', phone: '+64215550103', joinedDaysAgo: 40 },
] as const satisfies { role: Role; firstName: string; lastName: string; phone: string; joinedDaysAgo: number }[]

/** The sign-in of a colleague. The password is the demo's. */
const demoMemberEmail = (role: Role) => `${role}@property-files.localhost`

/** The demo agent's colleagues, one of each role. */
export function demoTeam(now: Date, passwordHash: string) {
  const members = colleagues.map(({ role, joinedDaysAgo, ...names }) => {
    const joinedAt = daysBefore(now, joinedDaysAgo)
    const row = {
      ...{ id: newId('user'), email: demoMemberEmail(role), emailVerified: true, password: passwordHash, ...names },
      ...{ createdAt: joinedAt, updatedAt: joinedAt },
    }
    return { row, role, joinedAt }
  })
  const find = (wanted: Role) => {
    const found = members.find(({ role }) => role === wanted)
    if (!found) throw new Error(`The demo has no ${wanted}.`)
    return found
  }
  return { members, manager: find('manager'), agent: find('agent'), assistant: find('assistant') }
}
type DemoTeam = ReturnType<typeof demoTeam>

interface SharedWork {
  agentId: string
  agencyId: string
  listingId: string
  lead: DemoLead | undefined
}

/** What the demo's log has about the team. */
export function demoActivity(now: Date, team: DemoTeam, { agentId, agencyId, listingId, lead }: SharedWork) {
  const { members, manager, agent, assistant } = team
  const entry = <D extends AuditAction>(
    userId: string,
    daysAgo: number,
    action: D,
    details: AuditDetails<D>,
    objectId?: string,
  ) => ({ userId, agencyId, action, details, objectId, device: 'Chrome on macOS', at: daysBefore(now, daysAgo) })
  const signIn = (userId: string, daysAgo: number) => ({
    ...entry(userId, daysAgo, 'signed_in', {}),
    agencyId: undefined,
  })
  return [
    ...members.map(({ row, role, joinedAt }) => ({
      ...entry(row.id, 0, 'member_joined', { role }, row.id),
      at: joinedAt,
    })),
    entry(agentId, 20, 'co_agents_changed', { listingId, added: 1, removed: 0 }, listingId),
    signIn(manager.row.id, 6),
    entry(manager.row.id, 5.9, 'downloaded', { what: 'leads' }),
    ...(lead
      ? [entry(manager.row.id, 5.8, 'lead_assigned', { leadId: lead.id, memberId: agent.row.id }, lead.id)]
      : []),
    signIn(assistant.row.id, 2),
    signIn(agent.row.id, 1),
  ]
}
