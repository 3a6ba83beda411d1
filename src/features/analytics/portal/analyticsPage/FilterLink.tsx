import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import { type AnalyticsSearch, type FilterKey, toggleFilter } from './analyticsSearch.ts'

interface FilterLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'ref'> {
  search: AnalyticsSearch
  by: FilterKey
  value: string
  /** The section to scroll to. */
  hash?: string
}

/** Sets or removes a filter. A link, so that it can be opened in a new tab, bookmarked and undone with Back. */
export const FilterLink = ({ search, by, value, ...link }: FilterLinkProps) => (
  <CurrentLink
    {...link}
    to="/portal/analytics"
    search={toggleFilter(search, by, value)}
    resetScroll={false}
    // Moving the pointer along a list must not load every filter.
    preload={false}
    isSet={search[by] === value}
  />
)

interface RemoveFilterLinkProps extends Omit<FilterLinkProps, 'by' | 'value'> {
  by: FilterKey | 'leadId'
}

export const RemoveFilterLink = ({ search, by, ...link }: RemoveFilterLinkProps) => (
  <CurrentLink
    {...link}
    to="/portal/analytics"
    search={{ ...search, [by]: '' }}
    resetScroll={false}
    preload={false}
    isSet={false}
  />
)

/** All of these link to this page, so the router's own `aria-current` would always be set. */
const CurrentLink = createLink(({ isSet, ...link }: ComponentPropsWithRef<'a'> & { isSet: boolean }) => (
  <a {...link} aria-current={isSet ? 'true' : undefined} />
))
