import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { formatCount } from '#ui/amounts.ts'
import { StateBadge } from '../StateBadge.tsx'
import classes from './ListingCard.module.css'
import { ListingCover } from './ListingCover.tsx'
import { ListingMenu, type ListingMenuProps } from './ListingMenu.tsx'

export interface ListingItemProps extends ListingMenuProps {
  /** How long ago, in words: the same for a while, so that a thousand of these stay as they are. */
  changed: string
}

export const ListingCard = memo(({ listing, changed, ...menu }: ListingItemProps) => {
  const { id, title, subtitle, coverFileId, state, views, leads, files, updatedAt } = listing
  return (
    <li className={classes.card} data-state={state}>
      <ListingCover fileId={coverFileId} size="card" />
      <span className={classes.state}>
        <StateBadge state={state} />
      </span>
      <div className={classes.words}>
        <div className={classes.names}>
          <h2 className={classes.title}>
            <Link to="/portal/listings/$id" params={{ id }} className={classes.link}>
              <bdi>{title}</bdi>
            </Link>
          </h2>
          <p className={classes.subtitle}>
            <bdi>{subtitle}</bdi>
          </p>
        </div>
        <div className={classes.menu}>
          <ListingMenu listing={listing} {...menu} />
        </div>
      </div>
      <p className={classes.figures}>
        <span>{formatCount(views, 'view')}</span>
        <span>{formatCount(leads, 'lead')}</span>
        <span>{formatCount(files, 'file')}</span>
      </p>
      <p className={classes.changed}>
        Edited{' '}
        <time dateTime={updatedAt.toISOString()} suppressHydrationWarning>
          {changed}
        </time>
      </p>
    </li>
  )
})
