import { useInfiniteQuery } from '@tanstack/react-query'
import { leadsQuery } from '../leads.functions.ts'
import { leadsFilter, type LeadsSearch } from './leadsWish.ts'

export const useLeads = (wish: LeadsSearch) =>
  useInfiniteQuery({
    ...leadsQuery(leadsFilter(wish)),
    // While the next ones are on their way the last ones stay, so that the page does not jump at every letter.
    placeholderData: (before) => before,
  })
