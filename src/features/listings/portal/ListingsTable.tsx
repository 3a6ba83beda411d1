import { Skeleton } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { memo, type ReactNode } from 'react'
import { ColleagueInitials } from '#features/agencies/portal/ColleagueInitials.tsx'
import { formatAmount, formatCount } from '#ui/format/format.ts'
import { RowTable, RowTableSkeleton } from '#ui/table/RowTable.tsx'
import { ListingCover, type ListingItemProps } from './ListingCard.tsx'
import { ListingMenu } from './ListingMenu.tsx'
import classes from './ListingsTable.module.css'
import { StateBadge } from './StateBadge.tsx'

const columns = [
  { name: 'Listing', className: classes.first, cellClassName: classes.listing, skeleton: <NameSkeleton /> },
  { name: 'Status', className: classes.state },
  { name: 'Views', className: classes.figure },
  { name: 'Leads', className: classes.figure },
  { name: 'Files', className: classes.figure },
  { name: 'Edited', className: classes.changed },
  { name: 'Actions', className: classes.menu, hasHiddenName: true },
]

export const ListingsTable = ({ children }: { children: ReactNode }) => (
  <RowTable columns={columns}>{children}</RowTable>
)

export const ListingsTableSkeleton = () => <RowTableSkeleton columns={columns} />

function NameSkeleton() {
  return (
    <div className={classes.beside}>
      <Skeleton w={48} h={40} style={{ flex: 'none' }} />
      <div>
        <Skeleton h={12} w={160} my={4} />
        <Skeleton h={12} w={112} my={4} />
        <div className={classes.folded}>
          <Skeleton h={22} w={80} />
        </div>
      </div>
    </div>
  )
}

export const ListingRow = memo(({ listing, changed, ...menu }: ListingItemProps) => {
  const { id, userId, title, subtitle, coverFileId, state, views, leads, files, updatedAt } = listing
  return (
    <tr>
      <th scope="row" className={classes.listing}>
        <div className={classes.beside}>
          <ListingCover fileId={coverFileId} size="row" />
          <div className={classes.names}>
            <Link to="/portal/listings/$id" params={{ id }} className={classes.link}>
              <bdi>{title}</bdi>
            </Link>
            <ColleagueInitials userId={userId} as="Lead agent" />
            <div className={classes.subtitle}>
              <bdi>{subtitle}</bdi>
            </div>
            {/* On a phone, where the columns have no room. */}
            <div className={classes.folded}>
              <StateBadge state={state} status={listing.status} />
              <span>{formatCount(views, 'view')}</span>
              <span>{formatCount(leads, 'lead')}</span>
            </div>
          </div>
        </div>
      </th>
      <td className={classes.state}>
        <StateBadge state={state} status={listing.status} />
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
