import * as z from 'zod/mini'
import type { Db } from '#db/client.server.ts'
import { AssignLeadsInput } from '#features/leads/followUp/followUp.schema.ts'
import { AddLeadInput } from '#features/leads/intake/addLead.schema.ts'
import { LeadIdInput, ListLeadsInput, UpdateLeadInput } from '#features/leads/leads.schema.ts'
import { leadStatuses } from '#features/leads/leadsSearch.ts'
import { eraseLead } from '#features/leads/server/eraseLeads.server.ts'
import { assignLeads } from '#features/leads/server/followUp/assignLeads.server.ts'
import { addLead } from '#features/leads/server/intake/addLead.server.ts'
import {
  archiveLeads,
  listLeads,
  lockLeads,
  requireLead,
  restoreAccess,
  restoreLeads,
  updateLead,
  withdrawAccess,
} from '#features/leads/server/leads.server.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { type ChannelKind, channelKinds } from '#values/channelKinds.ts'
import { createEtag, defineOperation, requireMatch } from '../operation.server.ts'
import { pageQuery, pageSchema, ResponseTime } from './fields.ts'

/** The link by which a buyer came. `name` is the agent’s own, and empty for the links that every listing has. */
const Channel = z.object({ id: z.string(), kind: z.enum(channelKinds), name: z.string() })

const ListedLead = z.object({
  id: z.string(),
  listingId: z.string(),
  listingTitle: z.string(),
  personId: z.string(),
  /** The lead agent of the listing. */
  userId: z.string(),
  /** The member who looks after this lead. */
  assigneeId: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  /** Empty for a lead with a phone number only. */
  email: z.string(),
  phone: z.string(),
  /** What the buyer wrote. */
  note: z.string(),
  /** For the agency's eyes only. */
  agentNote: z.string(),
  status: z.enum(leadStatuses),
  /** How serious the buyer is, from 0 to 100. */
  heat: z.int(),
  /** The buyer has used an emailed link or code. */
  isVerified: z.boolean(),
  createdAt: ResponseTime,
  lastSeenAt: ResponseTime,
  archivedAt: z.nullable(ResponseTime),
  /** Since then the buyer can’t open the documents. */
  withdrawnAt: z.nullable(ResponseTime),
  /** What the buyer has done, in a sentence. */
  brief: z.string(),
  /** Null if the buyer came by none of the listing’s links, or was added. */
  channel: z.nullable(Channel),
})

const ApiLead = z.object({
  ...ListedLead.shape,
  answers: z.array(z.object({ question: z.string(), answer: z.string() })),
})

interface LeadWithChannel {
  channelId: string | null
  channelKind: ChannelKind | null
  channelName: string | null
}

const withChannel = <Lead extends LeadWithChannel>({
  channelId: id,
  channelKind: kind,
  channelName,
  ...lead
}: Lead) => ({
  ...lead,
  channel: id && kind ? { id, kind, name: channelName ?? '' } : null,
})

/** What the agency writes about a lead, which two programs or members can overwrite. */
const leadTag = ({ status, agentNote }: Pick<z.output<typeof ListedLead>, 'status' | 'agentNote'>) =>
  createEtag(status, agentNote)
const leadResult = { result: ApiLead, etag: leadTag }

const requireApiLead = async (db: Db, agent: Agent, id: string) => withChannel(await requireLead(db, agent, id))

const common = { tag: 'Leads', params: LeadIdInput, path: '/leads/{id}' } as const

const changeOperation = (
  id: string,
  action: string,
  summary: string,
  change: (db: Db, agent: Agent, id: string) => Promise<unknown>,
) =>
  defineOperation({
    ...{ ...common, id, summary },
    method: 'POST',
    path: `/leads/{id}/${action}`,
    scope: 'leads:write',
    async run({ services, agent }, { params }) {
      await change(services.database.db, agent, params.id)
    },
  })

export const leadOperations = [
  defineOperation({
    id: 'listLeads',
    method: 'GET',
    path: '/leads',
    tag: 'Leads',
    scope: 'leads:read',
    summary: 'List leads',
    description:
      'Without a status: every lead that is not archived. `channel` is the listing’s link that the buyer came by, or null.',
    query: z.strictObject({ ...ListLeadsInput.shape, ...pageQuery }),
    result: pageSchema(ListedLead),
    async run({ services, agent }, { query }) {
      const { leads, next } = await listLeads(services.database.db, agent, query)
      return { data: leads.map(withChannel), next }
    },
  }),
  defineOperation({
    id: 'createLead',
    method: 'POST',
    path: '/leads',
    tag: 'Leads',
    scope: 'leads:write',
    summary: 'Add a lead',
    description:
      'Someone with the same email address or phone number on this listing is that lead already, and `isNew` is false. `channel` is then the link by which they came. `consent` says how they agreed to you keeping their details.',
    body: AddLeadInput,
    status: 201,
    result: z.object({ id: z.string(), isNew: z.boolean(), channel: ApiLead.shape.channel }),
    async run({ services, agent }, { body }) {
      const { db } = services.database
      const added = await addLead(db, agent, body)
      return { ...added, channel: added.isNew ? null : (await requireApiLead(db, agent, added.id)).channel }
    },
  }),
  defineOperation({
    ...common,
    id: 'getLead',
    method: 'GET',
    scope: 'leads:read',
    summary: 'Get a lead',
    ...leadResult,
    run: ({ services, agent }, { params }) => requireApiLead(services.database.db, agent, params.id),
  }),
  defineOperation({
    ...common,
    id: 'updateLead',
    method: 'PATCH',
    scope: 'leads:write',
    summary: 'Change a lead',
    description: 'Fields that are left out stay as they are.',
    ifMatch: 'accepted',
    body: z.omit(UpdateLeadInput, { id: true }),
    ...leadResult,
    async run({ services, agent, ifMatch }, { params: { id }, body }) {
      const { db } = services.database
      const [current] = await lockLeads(db, agent, [id])
      if (current) requireMatch(ifMatch, leadTag(current))
      await updateLead(db, agent, { id, ...body })
      return requireApiLead(db, agent, id)
    },
  }),
  defineOperation({
    ...common,
    id: 'eraseLead',
    method: 'DELETE',
    scope: 'leads:write',
    summary: 'Erase a lead',
    description:
      'Deletes everything about this enquiry. If the person has no other enquiry, they’re erased too. This can’t be undone.',
    // It also deletes files, after its own transaction.
    runsOutsideTransaction: true,
    run: ({ services, agent }, { params }) => eraseLead(services, agent, params.id),
  }),
  defineOperation({
    ...common,
    id: 'assignLead',
    method: 'PUT',
    path: '/leads/{id}/assignee',
    scope: 'leads:write',
    summary: 'Assign a lead',
    description: 'Null for the listing’s lead agent. We notify the member.',
    body: z.pick(AssignLeadsInput, { assigneeId: true }),
    run: ({ services, agent }, { params: { id }, body }) => assignLeads(services, agent, { ids: [id], ...body }),
  }),
  changeOperation('archiveLead', 'archive', 'Archive a lead', (db, agent, id) => archiveLeads(db, agent, [id])),
  changeOperation('restoreLead', 'restore', 'Restore an archived lead', (db, agent, id) =>
    restoreLeads(db, agent, [id]),
  ),
  changeOperation('withdrawAccess', 'withdraw-access', 'Stop a lead from opening documents', withdrawAccess),
  changeOperation('restoreAccess', 'restore-access', 'Let a lead open documents again', restoreAccess),
]
