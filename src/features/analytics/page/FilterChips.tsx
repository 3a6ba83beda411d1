import { VisuallyHidden } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { AnalyticsWish } from './analyticsWish.ts'
import { chipsOf } from './chips.ts'
import classes from './FilterBar.module.css'
import { RemovingLink } from './FilterLink.tsx'
import { widened } from './filters.ts'
import type { Named } from './names.ts'

/** What narrows the page beside listing and days, each with a cross to take it away. */
export function FilterChips({ wish, named }: { wish: AnalyticsWish; named: Named }) {
  const chips = chipsOf(wish, named)
  // The listing has a field of its own, where it is taken away as well.
  if (chips.length === 0) return null
  return (
    <ul className={classes.chips} aria-label="Filters">
      {chips.map(({ by, about, words }) => (
        <li key={by}>
          <RemovingLink wish={wish} by={by} className={classes.chip}>
            <VisuallyHidden>Remove the filter </VisuallyHidden>
            <span className={classes.about}>{about}</span>{' '}
            <span className={classes.words}>
              <bdi>{words}</bdi>
            </span>
            <IconX {...icon} size={14} />
          </RemovingLink>
        </li>
      ))}
      <li>
        <TextLink
          to="/portal/analytics"
          search={widened(wish)}
          resetScroll={false}
          preload={false}
          activeOptions={{ exact: true }}
          className={classes.clear}
          inherit
        >
          Clear all
        </TextLink>
      </li>
    </ul>
  )
}
