import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { ListingIdInput } from '../listings.schema.ts'
import { AddLinkInput, ArchiveLinkInput, RenameLinkInput } from './channels.schema.ts'
import { addLink, archiveLink, listLinks, renameLink } from './channels.server.ts'

export const fetchListingLinks = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(ListingIdInput)
  .handler(({ data, context: { db, agent, services } }) => listLinks(db, agent, data.id, services.env.APP_URL))

export const addListingLink = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(AddLinkInput)
  .handler(({ data, context }) => addLink(context.db, context.agent, data))

export const renameListingLink = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(RenameLinkInput)
  .handler(({ data, context }) => renameLink(context.db, context.agent, data))

export const archiveListingLink = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(ArchiveLinkInput)
  .handler(({ data, context }) => archiveLink(context.db, context.agent, data))

export const listingLinksQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.listings.links(id),
    queryFn: () => fetchListingLinks({ data: { id } }),
    // The card shows its own error.
    meta: { handled: true },
  })
