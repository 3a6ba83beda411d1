import { IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { formatCount } from '#ui/format/format.ts'
import classes from './ListingCard.module.css'
import { ListingMenu, type ListingMenuProps } from './ListingMenu.tsx'
import { StateBadge } from './StateBadge.tsx'

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

/** The photo that stands for a listing, or a house. The title always stands beside it, so it needs no words. */
export function ListingCover({ fileId, size }: { fileId: string | null; size: 'card' | 'row' }) {
  const [broken, setBroken] = useState<string>()
  // A photo that failed before the page was awake has told nobody.
  const look = (image: HTMLImageElement | null) => {
    if (fileId && image?.complete && image.naturalWidth === 0) setBroken(fileId)
  }
  return (
    <span className={classes.cover} data-size={size}>
      {fileId && fileId !== broken ? (
        <img
          ref={look}
          src={`/photos/${fileId}/480`}
          alt=""
          width={480}
          height={320}
          loading="lazy"
          decoding="async"
          onError={() => setBroken(fileId)}
        />
      ) : (
        <IconHome size={size === 'card' ? 40 : 20} stroke={1.25} aria-hidden />
      )}
    </span>
  )
}
