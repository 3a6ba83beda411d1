import { Button, NativeSelect } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery, useIsMutating } from '@tanstack/react-query'
import { useState } from 'react'
import { FactRowSkeleton } from '#ui/display/FactRow.tsx'
import { SectionError } from '#ui/layout/SectionCard.tsx'
import classes from './ActivityList.module.css'
import { ActivityRow } from './ActivityRow.tsx'
import { kindLabels } from './activityText.ts'
import { activityQuery } from './audit.functions.ts'
import { type AuditCategory, auditCategories } from './auditActions.ts'

const kinds = Object.keys(auditCategories) as AuditCategory[]
const choices = ['All activity', ...kinds.map((kind) => kindLabels[kind])]

export function ActivityList({ timeZone }: { timeZone: string }) {
  const [kind, setKind] = useState<AuditCategory>()
  // Whatever is done on this page may be a new line here: it is looked for when the action is done.
  const enabled = useIsMutating() === 0
  const list = useInfiniteQuery({ ...activityQuery(kind), enabled, placeholderData: keepPreviousData })
  const activities = list.data?.pages.flatMap((page) => page.activities)
  return (
    <div className={classes.inside}>
      <NativeSelect
        aria-label="Filter activity"
        className={classes.filter}
        data={choices}
        value={kind ? kindLabels[kind] : 'All activity'}
        onChange={(event) => setKind(kinds[event.currentTarget.selectedIndex - 1])}
      />
      {activities && activities.length > 0 ? (
        <ul className={classes.list} aria-label="Activity" aria-busy={list.isPlaceholderData}>
          {activities.map((activity) => (
            <ActivityRow key={activity.id} activity={activity} timeZone={timeZone} />
          ))}
        </ul>
      ) : activities ? (
        <p className={classes.nothing}>{kind ? 'No activity of this type yet.' : 'No activity yet.'}</p>
      ) : list.isError ? (
        <SectionError what="Your activity" onRetry={list.refetch} busy={list.isFetching} />
      ) : (
        <ActivitySkeleton />
      )}
      {list.isFetchNextPageError && <p role="alert">We couldn’t load more activity.</p>}
      {list.hasNextPage && (
        <Button
          variant="default"
          size="xs"
          className={classes.more}
          loading={list.isFetchingNextPage}
          onClick={() => void list.fetchNextPage()}
        >
          {list.isFetchNextPageError ? 'Try again' : 'Show more'}
        </Button>
      )}
    </div>
  )
}

function ActivitySkeleton() {
  return (
    <div className={classes.list} role="status" aria-label="Loading your activity">
      {['first', 'second', 'third'].map((row) => (
        <FactRowSkeleton key={row} />
      ))}
    </div>
  )
}
