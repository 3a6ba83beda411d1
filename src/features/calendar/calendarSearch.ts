import type { SearchSchemaInput } from '@tanstack/react-router'
import { choiceParam, dayParam, whoseParam } from '#platform/input/searchParams.ts'
import type { CalendarWeekInput } from './calendar.schema.ts'

export const calendarViews = ['', 'week', 'agenda'] as const
export type CalendarView = (typeof calendarViews)[number]

export interface CalendarSearch {
  /** The Monday of the week, or any of its days. Empty for the current week. */
  week: string
  whose: string
  /** Empty for what suits the screen. */
  view: CalendarView
}

export const defaultCalendarSearch: CalendarSearch = { week: '', whose: '', view: '' }

/** The search in the URL. */
export const parseCalendarSearch = (given: Partial<CalendarSearch> & SearchSchemaInput): CalendarSearch => ({
  week: weekParam(given.week),
  whose: whoseParam(given.whose),
  view: choiceParam(given.view, calendarViews, ''),
})

/** The input of the query, without what is empty. */
export const calendarWeekInput = ({ week, whose }: CalendarSearch): CalendarWeekInput => ({
  ...(week && { day: week }),
  ...(whose && { whose }),
})

/** Within the years that a calendar can hold. */
const weekParam = (value: unknown) => (/^20\d\d/.test(dayParam(value)) ? dayParam(value) : '')
