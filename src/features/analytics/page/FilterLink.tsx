import { createLink } from '@tanstack/react-router'
import type { ComponentPropsWithRef } from 'react'
import type { AnalyticsWish } from './analyticsWish.ts'
import { type Narrowing, toggled } from './filters.ts'

interface FilterLinkProps extends Omit<ComponentPropsWithRef<'a'>, 'href' | 'ref'> {
  wish: AnalyticsWish
  by: Narrowing
  value: string
  /** Where the page goes on to. */
  hash?: string
}

/** Narrows to what was clicked, and widens again. A link, so that it can be opened beside, kept and gone back to. */
export const FilterLink = ({ wish, by, value, ...link }: FilterLinkProps) => (
  <MarkedLink
    {...link}
    to="/portal/analytics"
    search={toggled(wish, by, value)}
    resetScroll={false}
    // Pointing along a list must not ask for all of it.
    preload={false}
    taken={wish[by] === value}
  />
)

interface RemovingLinkProps extends Omit<FilterLinkProps, 'by' | 'value'> {
  by: Narrowing | 'leadId'
}

/** Takes one filter away. */
export const RemovingLink = ({ wish, by, ...link }: RemovingLinkProps) => (
  <MarkedLink
    {...link}
    to="/portal/analytics"
    search={{ ...wish, [by]: '' }}
    resetScroll={false}
    preload={false}
    taken={false}
  />
)

/** All of them lead to this very page, so the router's own mark says nothing. */
const MarkedLink = createLink(({ taken, ...link }: ComponentPropsWithRef<'a'> & { taken: boolean }) => (
  <a {...link} aria-current={taken ? 'true' : undefined} />
))
