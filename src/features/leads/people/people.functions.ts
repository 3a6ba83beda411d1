import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, signedInWithPayload } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { erasePerson as erase } from '../server/eraseLeads.server.ts'
import { exportPerson, listPeople, listPersonEvents, requirePerson } from '../server/people/people.server.ts'
import {
  updatePerson as change,
  mergePeople as merge,
  separatePerson as separate,
} from '../server/people/updatePerson.server.ts'
import {
  ErasePersonInput,
  ListPeopleInput,
  MergePeopleInput,
  type PeopleFilter,
  PersonIdInput,
  PersonTimelineInput,
  UpdatePersonInput,
} from './people.schema.ts'

export const fetchPeople = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListPeopleInput)
  .handler(({ data, context }) => listPeople(context.db, context.agent, data))

export type ListedPerson = Awaited<ReturnType<typeof fetchPeople>>['people'][number]

export const fetchPerson = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(PersonIdInput)
  .handler(({ data, context }) => requirePerson(context.db, context.agent, data.id))

export type OwnPerson = Awaited<ReturnType<typeof fetchPerson>>
export type Enquiry = OwnPerson['enquiries'][number]

export const fetchPersonTimeline = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(PersonTimelineInput)
  .handler(({ data, context }) => listPersonEvents(context.db, context.agent, data))

/** To download. A POST, because it is written to the activity log. */
export const fetchPersonData = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PersonIdInput)
  .handler(({ data, context }) => exportPerson(context.db, context.agent, data.id))

export const updatePerson = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload({ maxBytes: 32_000, maxValues: 20 })])
  .validator(UpdatePersonInput)
  .handler(({ data, context }) => change(context.db, context.agent, data))

export const mergePeople = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(MergePeopleInput)
  .handler(({ data, context }) => merge(context.db, context.agent, data))

export const separatePerson = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PersonIdInput)
  .handler(({ data, context }) => separate(context.db, context.agent, data.id))

export const erasePerson = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ErasePersonInput)
  .handler(({ data, context }) => erase(context.services, context.agent, data.id))

export const peopleQuery = (filter: PeopleFilter) =>
  infiniteQueryOptions({
    queryKey: queryKeys.people.list(filter),
    queryFn: ({ pageParam }) => fetchPeople({ data: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    // The page shows the error itself, as for the other queries here.
    meta: { handled: true },
  })
export const personQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.people.one(id),
    queryFn: () => fetchPerson({ data: { id } }),
    meta: { handled: true },
  })
export const personTimelineQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.people.timeline(id),
    queryFn: ({ pageParam }) => fetchPersonTimeline({ data: { id, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next,
    meta: { handled: true },
  })
