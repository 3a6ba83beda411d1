import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { PrivateLinkInput } from '../buyer.schema.ts'
import { compareBuyersChange } from '../server/changes/comparedPages.server.ts'
import {
  readChangeEmailChoice,
  saveChangeEmailChoice as saveChoice,
} from '../server/changes/documentChangeEmails.server.ts'
import { listPendingChanges, tellBuyers as tell, undoTellBuyers as undo } from '../server/changes/tellBuyers.server.ts'
import {
  BuyersChangeInput,
  ChangeEmailChoice,
  ChangesInput,
  PendingChangesInput,
  TellBuyersInput,
} from './documentChanges.schema.ts'

/** Calls for agents: which documents changed, and whom to tell. */
export const fetchPendingChanges = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(PendingChangesInput)
  .handler(({ data, context }) => listPendingChanges(context.db, context.agent, data))

export type PendingChanges = Awaited<ReturnType<typeof fetchPendingChanges>>[number]

export const tellBuyers = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(TellBuyersInput)
  .handler(({ data, context }) => tell(context.services, context.agent, data))

export const undoTellBuyers = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ChangesInput)
  .handler(({ data, context }) => undo(context.services, context.agent, data))

/** Calls for buyers, with the key of their private link. */
export const fetchDocumentChange = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(BuyersChangeInput)
  .handler(({ data, context }) => compareBuyersChange(context.services, data))

/** With the key of the unsubscribe link. It is in the body, because addresses are logged. */
export const fetchChangeEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PrivateLinkInput)
  .handler(({ data, context }) => readChangeEmailChoice(context.services, data.key))

export const saveChangeEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(ChangeEmailChoice)
  .handler(({ data, context }) => saveChoice(context.services, data.key, data.isOn))

export const pendingChangesQuery = (listingId?: string) =>
  queryOptions({
    queryKey: queryKeys.files.changes(listingId),
    queryFn: () => fetchPendingChanges({ data: { listingId } }),
    meta: { handled: true },
  })

/** Shorter than the URLs of scanned pages are valid. */
const PICTURE_URLS_FRESH_MS = 9 * 60_000

export const documentChangeQuery = (key: string, changeId: string) =>
  queryOptions({
    queryKey: queryKeys.publicListing.change(key, changeId),
    queryFn: () => fetchDocumentChange({ data: { key, changeId } }),
    staleTime: PICTURE_URLS_FRESH_MS,
    meta: { handled: true },
  })

export const changeEmailChoiceQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.changeEmailChoice(key),
    queryFn: () => fetchChangeEmailChoice({ data: { key } }),
    meta: { handled: true },
  })
