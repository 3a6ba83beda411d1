import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatCount, formatAmount } from '#ui/amounts.ts'
import { StateBadge } from '../StateBadge.tsx'
import type { ListingItemProps } from './ListingCard.tsx'
import { ListingCover } from './ListingCover.tsx'
import { ListingMenu } from './ListingMenu.tsx'
import classes from './ListingTable.module.css'

export const ListingRow = memo(({ listing, changed, ...menu }: ListingItemProps) => {
  const { id, title, subtitle, coverFileId, state, views, leads, files, updatedAt } = listing
  return (
    <tr>
      <th scope="row" className={classes.listing}>
        <div className={classes.beside}>
          <ListingCover fileId={coverFileId} size="row" />
          <div className={classes.names}>
            <Link to="/portal/listings/$id" params={{ id }} className={classes.link}>
              <bdi>{title}</bdi>
            </Link>
            <div className={classes.subtitle}>
              <bdi>{subtitle}</bdi>
            </div>
            {/* On a phone, where the columns have no room. */}
            <div className={classes.folded}>
              <StateBadge state={state} />
              <span>{formatCount(views, 'view')}</span>
              <span>{formatCount(leads, 'lead')}</span>
            </div>
          </div>
        </div>
      </th>
      <td className={classes.state}>
        <StateBadge state={state} />
      </td>
      <td className={classes.figure}>{formatAmount(views)}</td>
      <td className={classes.figure}>{formatAmount(leads)}</td>
      <td className={classes.figure}>{formatAmount(files)}</td>
      <td className={classes.changed}>
        <time dateTime={updatedAt.toISOString()} suppressHydrationWarning>
          {changed}
        </time>
      </td>
      <td className={classes.menu}>
        <ListingMenu listing={listing} {...menu} />
      </td>
    </tr>
  )
})
