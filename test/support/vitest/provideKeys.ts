import { provideRecordKeys } from '#features/record/server/recordChain.server.ts'

export const RECORD_SECRET = 'a secret for the records of tests'

/** Commands add to the record of a listing, also where a test starts no application. */
provideRecordKeys(RECORD_SECRET)
