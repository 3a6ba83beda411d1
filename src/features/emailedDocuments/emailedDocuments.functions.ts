import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, subscribed, subscribedWithPayload } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  AcceptEmailedInput,
  EmailedDocumentInput,
  EmailedDocumentsInput,
  MakeEmailAddressInput,
  RefuseEmailedInput,
} from './emailedDocuments.schema.ts'
import { makeEmailAddress as makeAddress } from './server/emailAddress.server.ts'
import {
  acceptEmailedDocuments as accept,
  createEmailedDocumentUrl,
  listEmailedDocuments,
  refuseEmailedDocuments as refuse,
} from './server/emailedDocuments.server.ts'

/** 100 documents with names of 255 characters. */
const acceptPayload = { maxBytes: 160_000, maxValues: 500 }

export const fetchEmailedDocuments = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(EmailedDocumentsInput)
  .handler(({ data, context }) => listEmailedDocuments(context.services, context.agent, data.listingId))

export type EmailedDocuments = Awaited<ReturnType<typeof fetchEmailedDocuments>>
export type EmailWithDocuments = EmailedDocuments['emails'][number]
export type EmailedDocument = EmailWithDocuments['documents'][number]

export const makeEmailAddress = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(MakeEmailAddressInput)
  .handler(({ data, context }) => makeAddress(context.services, context.agent, data))

export const acceptEmailedDocuments = createServerFn({ method: 'POST' })
  .middleware([subscribedWithPayload(acceptPayload)])
  .validator(AcceptEmailedInput)
  .handler(({ data, context }) => accept(context.services, context.agent, data))

/** Refusing needs no subscription. */
export const refuseEmailedDocuments = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(RefuseEmailedInput)
  .handler(({ data, context }) => refuse(context.services, context.agent, data))

export const getEmailedDocumentUrl = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(EmailedDocumentInput)
  .handler(({ data, context }) => createEmailedDocumentUrl(context.services, context.agent, data))

/** Documents may arrive while the page is open. */
const REFETCH_MS = 30_000

export const emailedDocumentsQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.emailedDocuments(listingId),
    queryFn: () => fetchEmailedDocuments({ data: { listingId } }),
    refetchInterval: ({ state }) => state.data?.isAvailable === true && REFETCH_MS,
    // Without it, the rest of the page works.
    meta: { handled: true },
  })
