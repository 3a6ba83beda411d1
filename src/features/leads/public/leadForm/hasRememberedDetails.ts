import { readStored } from '#ui/browserStorage.ts'

export const REMEMBERED_DETAILS_KEY = 'buyer-details'

/** Known without rememberedDetails.ts, which most visitors do not need. */
export const hasRememberedDetails = () => readStored(REMEMBERED_DETAILS_KEY) !== null
