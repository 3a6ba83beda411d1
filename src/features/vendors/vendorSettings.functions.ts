import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { hideLinksOfOthers, requireProofForOthers } from './server/requireProofForColleagues.server.ts'
import { readVendorEmailChoice, saveVendorEmailChoice as saveChoice } from './server/vendorEmailChoice.server.ts'
import {
  addVendor as add,
  deleteVendor as deleteForGood,
  emailVendorLink as emailLink,
  revokeVendor as revoke,
} from './server/vendorLinks.server.ts'
import {
  readVendorSettings,
  saveWords,
  skipEmail as skip,
  saveSchedule as storeSchedule,
} from './server/vendorSettings.server.ts'
import { previewWeeklyEmail } from './server/weeklyEmail.server.ts'
import {
  AddVendorInput,
  RevokeVendorInput,
  SaveScheduleInput,
  SaveWordsInput,
  SkipEmailInput,
  VendorEmailChoice,
  VendorEmailKey,
  VendorInput,
  VendorSettingsInput,
} from './vendorSettings.schema.ts'

export const fetchVendorSettings = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(VendorSettingsInput)
  .handler(async ({ data, context }) =>
    hideLinksOfOthers(context, await readVendorSettings(context.services, context.agent, data.listingId), data),
  )

export const fetchVendorEmailPreview = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(VendorSettingsInput)
  .handler(async ({ data, context }) => {
    await requireProofForOthers(context, data)
    return previewWeeklyEmail(context.services, context.agent, data.listingId)
  })

export const addVendor = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(AddVendorInput)
  .handler(async ({ data, context }) => {
    await requireProofForOthers(context, data)
    return add(context.services, context.agent, data)
  })

export const emailVendorLink = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(VendorInput)
  .handler(async ({ data, context }) => {
    await requireProofForOthers(context, { linkId: data.id })
    return emailLink(context.services, context.agent, data.id)
  })

/** Also without a subscription: an agent can stop a vendor at any time. */
export const revokeVendor = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(RevokeVendorInput)
  .handler(async ({ data, context }) => {
    if (!data.isRevoked) await requireProofForOthers(context, { linkId: data.id })
    return revoke(context.services, context.agent, data)
  })

export const deleteVendor = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(VendorInput)
  .handler(({ data, context }) => deleteForGood(context.services, context.agent, data.id))

export const saveVendorWords = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(SaveWordsInput)
  .handler(({ data, context }) => saveWords(context.db, context.agent, data))

export const saveVendorSchedule = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(SaveScheduleInput)
  .handler(({ data, context }) => storeSchedule(context.db, context.agent, data))

export const skipVendorEmail = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(SkipEmailInput)
  .handler(({ data, context }) => skip(context.db, context.agent, data))

/** Calls for vendors, with the key of the unsubscribe link. It is in the body, because addresses are logged. */
export const fetchVendorEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(VendorEmailKey)
  .handler(({ data, context }) => readVendorEmailChoice(context.services, data.key))

export const saveVendorEmailChoice = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(VendorEmailChoice)
  .handler(({ data, context }) => saveChoice(context.services, data.key, data.isOn))

export const vendorSettingsQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.vendors.settings(listingId),
    queryFn: () => fetchVendorSettings({ data: { listingId } }),
    meta: { handled: true },
  })

export const vendorEmailPreviewQuery = (listingId: string) =>
  queryOptions({
    queryKey: queryKeys.vendors.preview(listingId),
    queryFn: () => fetchVendorEmailPreview({ data: { listingId } }),
    // It shows what would be sent now.
    staleTime: 0,
    gcTime: 0,
    meta: { handled: true },
  })

export const vendorEmailChoiceQuery = (key: string) =>
  queryOptions({
    queryKey: queryKeys.vendors.emailChoice(key),
    queryFn: () => fetchVendorEmailChoice({ data: { key } }),
    meta: { handled: true },
  })
