import * as z from 'zod/mini'
import { NewPasswordFormValues } from '#features/accounts/accounts.schema.ts'
import { EmailAddress, idSchema, MemberId, PersonName } from '#platform/input/fieldSchemas.ts'
import { type Role, roles } from '#values/agencyValues.ts'

/** With `zod/mini`: the page of an invitation is opened on phones. */

/** How long the link of an invitation works. */
export const INVITATION_DAYS = 7

const MAX_ASSISTED_AGENTS = 50

const RoleName = z.enum(roles, 'Please select a role')
const AgentIds = z.array(MemberId).check(z.maxLength(MAX_ASSISTED_AGENTS))

/** A role, and for an assistant the agents for whom they act. */
const roleFields = { role: RoleName, agentIds: AgentIds }
const needsAgents = z.refine<{ role: Role; agentIds: string[] }>(
  ({ role, agentIds }) => role !== 'assistant' || agentIds.length > 0,
  { path: ['agentIds'], error: 'Please select at least one agent' },
)
const Successor = z.string('Please select a colleague').check(z.regex(/^usr_/, 'Please select a colleague'))

export const NewInvitation = z.strictObject({ email: EmailAddress, ...roleFields }).check(needsAgents)
export type NewInvitation = z.infer<typeof NewInvitation>

export const InvitationIdInput = z.strictObject({ id: idSchema('join', 'an invitation') })

export const MemberChange = z.strictObject({ userId: MemberId, ...roleFields }).check(needsAgents)
export type MemberChange = z.infer<typeof MemberChange>
/** The part of it that someone chooses. */
export const MemberChangeFormValues = z.object(roleFields).check(needsAgents)

/** Who takes over what the member has in the agency. */
export const SuccessorFormValues = z.object({ successorId: Successor })
export const MemberRemoval = z.strictObject({ userId: MemberId, successorId: MemberId })
export type MemberRemoval = z.infer<typeof MemberRemoval>
export const Leaving = z.strictObject({ successorId: MemberId })

export const AgencyIdInput = z.strictObject({ agencyId: idSchema('agcy', 'an agency') })

/** The secret of an emailed link. */
const Key = z.string().check(z.minLength(1), z.maxLength(200))
export const InvitationKeyInput = z.strictObject({ key: Key })

const RequiredName = PersonName.check(z.minLength(1, 'Please enter your name'))
const accountFields = { firstName: RequiredName, lastName: PersonName, password: NewPasswordFormValues.shape.password }
export const NewMemberFormValues = z.object(accountFields)
export const NewMemberAccount = z.strictObject({ key: Key, ...accountFields })
export type NewMemberAccount = z.infer<typeof NewMemberAccount>

export const roleLabels: Record<Role, string> = {
  owner: 'Owner',
  manager: 'Manager',
  agent: 'Agent',
  assistant: 'Assistant',
}

/** What someone with the role works on, in one line. */
export const roleDescriptions: Record<Role, string> = {
  owner: 'Everything, including billing and members',
  manager: 'All listings and leads, members and the brand',
  agent: 'Own listings, and listings shared by colleagues',
  assistant: 'Listings and leads of selected agents',
}

/** The same, said to them. */
export const ownRoleDescriptions: Record<Role, string> = {
  owner: 'You’ll see and manage everything, including billing and members.',
  manager: 'You’ll see all listings and leads, and look after members and the brand.',
  agent: 'You’ll work on your own listings, and on those that colleagues share with you.',
  assistant: 'You’ll work on the listings and leads of the agents you assist.',
}

/** Why a member can’t leave the agency or stop being an owner. Nothing for everyone else. */
export function reasonToStay({ role, isPayer }: { role: Role; isPayer: boolean }, members: readonly { role: Role }[]) {
  if (role === 'owner' && members.filter((one) => one.role === 'owner').length === 1)
    return 'An agency needs an owner. Make a colleague an owner first.'
  if (isPayer) return 'The person who pays for the agency has to stay an owner. Under Billing, change who pays first.'
}

/** "an agent". */
export const roleWithArticle = (role: Role) => `${role === 'manager' ? 'a' : 'an'} ${role}`

/** An invitation that nobody has accepted yet. */
export interface OpenInvitation {
  id: string
  email: string
  role: Role
  invitedBy: string
  expiresAt: Date
  isExpired: boolean
}

export interface Member {
  id: string
  firstName: string
  lastName: string
  email: string
  role: Role
  joinedAt: Date
  /** Of an assistant. */
  agentIds: string[]
  /** Pays for the agency. */
  isPayer: boolean
  /** How many listings they lead. */
  listings: number
  /** For those who manage people: when they last used the portal. */
  lastSeenAt: Date | null
}

export interface Members {
  members: Member[]
  /** For those who manage people. */
  invitations: OpenInvitation[]
}

/** What the page of an emailed invitation shows. A link that never existed is like a revoked one. */
export type JoinInvitation =
  | { state: 'revoked' | 'expired' | 'used' }
  | {
      state: 'open'
      /** Empty if the agency has no name. */
      agencyName: string
      invitedBy: string
      role: Role
      email: string
      hasAccount: boolean
      /** The address of the one who is signed in where the link was opened. */
      signedInAs?: string
    }
