import * as z from 'zod/mini'
import { MAX_MEASURED_PAGES, MAX_SEARCH_LENGTH, MAX_SEARCHES } from '#features/files/reader/reading/readingMeasure.ts'

const MAX_KEY_LENGTH = 300
const TENTHS_PER_DAY = 24 * 3600 * 10
const SECONDS_PER_DAY = 24 * 3600

const ReportedSearch = z.strictObject({
  words: z.string().check(z.trim(), z.toLowerCase(), z.minLength(1), z.maxLength(MAX_SEARCH_LENGTH)),
  /** When, in seconds since the document was opened. The same search at the same time is one search, however often it is reported. */
  second: z.int().check(z.gte(0), z.lte(SECONDS_PER_DAY)),
})

/** What a browser reports about one opened document: everything since it was opened, so a lost report is in the next one. */
export const ReadingReport = z.strictObject({
  key: z.string().check(z.maxLength(MAX_KEY_LENGTH)),
  /** Tenths of seconds on each page; the first element is page 1. Pages after the last one that was read are left out. */
  pageTenths: z.array(z.int().check(z.gte(0), z.lte(TENTHS_PER_DAY))).check(z.maxLength(MAX_MEASURED_PAGES)),
  searches: z.array(ReportedSearch).check(z.maxLength(MAX_SEARCHES)),
})
export type ReadingReport = z.infer<typeof ReadingReport>
