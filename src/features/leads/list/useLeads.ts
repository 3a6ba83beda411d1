import { useInfiniteQuery } from '@tanstack/react-query'
import { leadsQuery } from '../leads.functions.ts'
import { filterOf, type LeadsWish } from './leadsWish.ts'

export const useLeads = (wish: LeadsWish) =>
  useInfiniteQuery({
    ...leadsQuery(filterOf(wish)),
    // While the next ones are on their way the last ones stay, so that the page does not jump at every letter.
    placeholderData: (before) => before,
  })
