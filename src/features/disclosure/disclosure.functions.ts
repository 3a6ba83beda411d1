import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  AskAcknowledgementInput,
  CheckSignatureInput,
  ListRecordInput,
  RecordListingInput,
} from './disclosure.schema.ts'
import { askAcknowledgement as ask, listAcknowledgements } from './server/acknowledgements.server.ts'
import { listRecord, readRecordOverview } from './server/readRecord.server.ts'
import { checkSignature as check } from './server/signingKeys.server.ts'

export const askAcknowledgement = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(AskAcknowledgementInput)
  .handler(({ data, context }) => ask(context.db, context.agent, data))

export const fetchAcknowledgements = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(RecordListingInput)
  .handler(({ data, context }) => listAcknowledgements(context.db, context.agent, data.listingId))

/** What the record is about, and whether it is in order. */
export const fetchRecordOverview = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(RecordListingInput)
  .handler(({ data, context }) => readRecordOverview(context.db, context.agent, data.listingId))

export const fetchRecord = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListRecordInput)
  .handler(({ data, context }) => listRecord(context.db, context.agent, data))

/** For anyone who was given a certificate. Their browser sends its hashes and signature, never the certificate. */
export const checkCertificate = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(CheckSignatureInput)
  .handler(({ data, context }) => check(context.services, data, context.clientIp))

export const acknowledgementsQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.record.acknowledgements(listingId),
    queryFn: () => fetchAcknowledgements({ data: { listingId } }),
    // The section shows the error itself.
    meta: { handled: true },
  })

export const recordOverviewQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.record.overview(listingId),
    queryFn: () => fetchRecordOverview({ data: { listingId } }),
  })

export const recordQuery = ({ listingId, person, document }: Omit<ListRecordInput, 'before'>) =>
  infiniteQueryOptions({
    queryKey: queryKeys.record.entries({ listingId, person, document }),
    queryFn: ({ pageParam }) => fetchRecord({ data: { listingId, person, document, before: pageParam } }),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
    // The page shows the error itself.
    meta: { handled: true },
  })
