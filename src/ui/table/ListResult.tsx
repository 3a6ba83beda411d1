import { Button, Group } from '@mantine/core'
import { useIntersection } from '@mantine/hooks'
import { IconArchive, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { EmptyState } from '../feedback/EmptyState.tsx'
import { SectionError } from '../layout/SectionCard.tsx'
import { icon } from '../theme/theme.ts'
import classes from './ListResult.module.css'
import { RowFrame } from './RowTable.tsx'

/** The state of a list that is loaded page by page, as an infinite query has it. */
interface PagedQuery {
  data: unknown
  isPending: boolean
  isFetching: boolean
  isPlaceholderData: boolean
  refetch: () => unknown
  hasNextPage: boolean
  isFetchingNextPage: boolean
  isFetchNextPageError: boolean
  fetchNextPage: () => unknown
}

interface ListResultProps {
  query: PagedQuery
  /** What the list has, as in "We couldn’t load your leads". */
  what: string
  /** As tall as the loaded list, so that nothing moves when it arrives. */
  skeleton: ReactNode
  isEmpty: boolean
  /** Shown in place of an empty list. */
  empty: ReactNode
  children: ReactNode
  /** Actions for the selected rows, below the list. */
  bulkActions?: ReactNode
  /** The list is inside a card already. */
  isInCard?: boolean
  /** Further pages are loaded by the button only, for a list, newest first, that is not the last thing on its page. */
  loadMoreManually?: boolean
}

/** A list in each of its states: loading, failed, empty, out of date while a new search is running, and with more to load. */
export function ListResult({ query, what, skeleton, isEmpty, empty, children, ...options }: ListResultProps) {
  const { bulkActions, isInCard, loadMoreManually } = options
  if (query.isPending)
    return (
      <div role="status" aria-label={`Loading ${what}`}>
        {skeleton}
      </div>
    )
  if (query.data === undefined) {
    const error = <SectionError what={what} busy={query.isFetching} onRetry={query.refetch} />
    return isInCard ? error : <RowFrame>{error}</RowFrame>
  }
  return (
    <div
      className={classes.list}
      data-old={query.isPlaceholderData || undefined}
      aria-busy={query.isPlaceholderData || undefined}
    >
      {isEmpty && !query.hasNextPage ? empty : children}
      {query.hasNextPage && <LoadMore query={query} isManual={loadMoreManually} isInCard={isInCard} />}
      {bulkActions}
    </div>
  )
}

interface LoadMoreProps {
  query: PagedQuery
  isManual?: boolean
  isInCard?: boolean
}

/** Loads the next page before the end is reached, unless that failed or it is left to the button. */
function LoadMore({ query, isManual = false, isInCard = false }: LoadMoreProps) {
  const { isFetchingNextPage: isLoading, isFetchNextPageError: hasFailed } = query
  const { ref, entry } = useIntersection({ rootMargin: '600px' })
  const isNear = Boolean(entry?.isIntersecting)
  const loadNextPage = useEffectEvent(() => void query.fetchNextPage())
  useEffect(() => {
    if (isNear && !isManual && !isLoading && !hasFailed) loadNextPage()
  }, [isNear, isManual, isLoading, hasFailed])
  return (
    <Group
      ref={ref}
      justify={isManual ? 'start' : 'center'}
      gap="sm"
      mt={isManual ? 'xs' : 'lg'}
      pb={isInCard && !isManual ? 'md' : 0}
      mih={36}
    >
      {hasFailed && <span role="alert">We couldn’t load any more.</span>}
      <Button
        variant="default"
        size={isManual ? 'xs' : 'sm'}
        loading={isLoading}
        onClick={() => void query.fetchNextPage()}
      >
        {hasFailed ? 'Try again' : isManual ? 'Show older' : 'Show more'}
      </Button>
    </Group>
  )
}

interface NoMatchesProps {
  /** The search text, if any. */
  search: string
  /** What the list has, in the plural. */
  noun: string
  /** Which fields were searched, if there is a search text. */
  children: ReactNode
  /** Clears the search or the filters. */
  action: ReactNode
}

/** There are rows, but none for this search and these filters. */
export const NoMatches = ({ search, noun, children, action }: NoMatchesProps) => (
  <EmptyState
    icon={<IconSearch {...icon} />}
    title={search ? `No results for “${search}”` : `No ${noun} match these filters`}
    action={action}
  >
    {search ? children : 'Change the filters or clear them.'}
  </EmptyState>
)

/** The default list is empty, because it leaves out what is archived. */
export const AllArchived = ({ noun, action }: Pick<NoMatchesProps, 'noun' | 'action'>) => (
  <EmptyState icon={<IconArchive {...icon} />} title={`All your ${noun} are archived`} action={action}>
    You can restore them at any time.
  </EmptyState>
)

/** The same in one line, for a list in a card. */
export const NoRows = ({ children }: { children: ReactNode }) => <p className={classes.none}>{children}</p>
