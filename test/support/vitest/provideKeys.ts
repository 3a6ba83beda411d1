import { provideRecordKeys } from '#features/record/server/recordChain.server.ts'

/** Commands add to the record of a listing, also where a test starts no application. */
provideRecordKeys('a secret for the records of tests')
