import type { SearchSchemaInput } from '@tanstack/react-router'
import { idPattern } from '#platform/input/searchParams.ts'

/** The filters in the URL. Empty for all. */
export interface RecordSearch {
  person: string
  document: string
}

export const defaultRecordSearch: RecordSearch = { person: '', document: '' }

const PERSON = /^[0-9a-f]{32}$/

export const parseRecordSearch = (given: Partial<RecordSearch> & SearchSchemaInput): RecordSearch => ({
  person: PERSON.test(String(given.person)) ? String(given.person) : '',
  document: idPattern('file').test(String(given.document)) ? String(given.document) : '',
})
