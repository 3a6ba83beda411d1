import { Skeleton } from '@mantine/core'
import { IconHome } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { memo, useState } from 'react'
import { ColleagueInitials } from '#features/agencies/portal/ColleagueInitials.tsx'
import { formatCount } from '#ui/format/format.ts'
import classes from './ListingCard.module.css'
import { ListingMenu, type ListingMenuProps } from './ListingMenu.tsx'
import { StateBadge } from './StateBadge.tsx'

export interface ListingItemProps extends ListingMenuProps {
  /** How long ago, as text. It rarely changes, so a thousand cards are not rendered every second. */
  changed: string
}

export const ListingCard = memo(({ listing, changed, ...menu }: ListingItemProps) => {
  const { id, userId, title, subtitle, coverFileId, state, status, views, leads, files, updatedAt } = listing
  return (
    <li className={classes.card} data-state={state}>
      <ListingCover fileId={coverFileId} size="card" />
      <span className={classes.state}>
        <StateBadge state={state} status={status} />
      </span>
      <div className={classes.text}>
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
        <ColleagueInitials userId={userId} as="Lead agent" />
      </p>
    </li>
  )
})

const skeletonCards = [1, 2, 3, 4, 5, 6, 7, 8]

export const ListingCardsSkeleton = () => (
  <div className={classes.grid}>
    {skeletonCards.map((card) => (
      <div key={card} className={classes.card}>
        <Skeleton radius={0} style={{ aspectRatio: '3 / 2' }} />
        <div className={classes.text}>
          <div className={classes.names}>
            <Skeleton h={14} w="70%" mt={3} mb={11} />
            <Skeleton h={12} w="50%" mb={5} />
          </div>
        </div>
        <div className={classes.figures}>
          <Skeleton h={12} w="80%" my={5} />
        </div>
        <div className={classes.changed}>
          <Skeleton h={10} w="45%" my={4} />
        </div>
      </div>
    ))}
  </div>
)

/** The cover photo, or an icon of a house. The title is always beside it, so it has no alternative text. */
export function ListingCover({ fileId, size }: { fileId: string | null; size: 'card' | 'row' }) {
  const [broken, setBroken] = useState<string>()
  // A photo that failed before hydration fired its error event too early.
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
