import * as z from 'zod/mini'
import { ListPeopleInput, PersonDetails, PersonIdInput } from '#features/leads/people/people.schema.ts'
import { erasePerson } from '#features/leads/server/eraseLeads.server.ts'
import { listPeople, requirePerson } from '#features/leads/server/people/people.server.ts'
import { lockPeople, updatePerson } from '#features/leads/server/people/updatePerson.server.ts'
import { createEtag, defineOperation, requireMatch } from '../operation.server.ts'
import { pageQuery, pageSchema, ResponseTime } from './fields.ts'

const personFields = {
  id: z.string(),
  firstName: z.string(),
  lastName: z.string(),
  email: z.string(),
  phone: z.string(),
  /** How serious they are, from 0 to 100. */
  heat: z.int(),
  lastSeenAt: ResponseTime,
}

type Changeable = z.output<typeof PersonDetails>
const personTag = ({ firstName, lastName, email, phone, note }: Changeable) =>
  createEtag(firstName, lastName, email, phone, note)

const common = { tag: 'People', params: PersonIdInput, path: '/people/{id}' } as const

export const peopleOperations = [
  defineOperation({
    id: 'listPeople',
    method: 'GET',
    path: '/people',
    tag: 'People',
    scope: 'leads:read',
    summary: 'List people',
    description: 'One person may have enquired about several listings.',
    query: z.strictObject({ ...ListPeopleInput.shape, ...pageQuery }),
    result: pageSchema(z.object({ ...personFields, leadCount: z.int() })),
    async run({ services, agent }, { query }) {
      const { people, next } = await listPeople(services.database.db, agent, query)
      return { data: people, next }
    },
  }),
  defineOperation({
    ...common,
    id: 'getPerson',
    method: 'GET',
    scope: 'leads:read',
    summary: 'Get a person with their enquiries',
    result: z.object({
      ...personFields,
      note: z.string(),
      enquiries: z.array(
        z.object({ id: z.string(), listingId: z.string(), listingTitle: z.string(), createdAt: ResponseTime }),
      ),
    }),
    etag: personTag,
    run: ({ services, agent }, { params }) => requirePerson(services.database.db, agent, params.id),
  }),
  defineOperation({
    ...common,
    id: 'updatePerson',
    method: 'PUT',
    scope: 'leads:write',
    summary: 'Correct a person’s details, in all their enquiries',
    ifMatch: 'accepted',
    body: PersonDetails,
    async run({ services, agent, ifMatch }, { params: { id }, body }) {
      const { db } = services.database
      const [current] = await lockPeople(db, agent, [id])
      if (current) requireMatch(ifMatch, personTag(current))
      await updatePerson(db, agent, { id, ...body })
    },
  }),
  defineOperation({
    ...common,
    id: 'erasePerson',
    method: 'DELETE',
    scope: 'leads:write',
    summary: 'Erase a person with all their enquiries',
    description: 'This can’t be undone.',
    // It also deletes files, after its own transaction.
    runsOutsideTransaction: true,
    run: ({ services, agent }, { params }) => erasePerson(services, agent, params.id),
  }),
]
