import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { counted, written } from '#ui/amounts.ts'
import { StateBadge } from '../StateBadge.tsx'
import type { ListedProps } from './ListingCard.tsx'
import { ListingCover } from './ListingCover.tsx'
import { ListingMenu } from './ListingMenu.tsx'
import classes from './ListingTable.module.css'

export const ListingRow = memo(({ listing, changed, ...menu }: ListedProps) => {
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
              <span>{counted(views, 'view')}</span>
              <span>{counted(leads, 'lead')}</span>
            </div>
          </div>
        </div>
      </th>
      <td className={classes.state}>
        <StateBadge state={state} />
      </td>
      <td className={classes.figure}>{written(views)}</td>
      <td className={classes.figure}>{written(leads)}</td>
      <td className={classes.figure}>{written(files)}</td>
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
