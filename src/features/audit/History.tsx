import { Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconHistory } from '@tabler/icons-react'
import type { UseInfiniteQueryResult } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { ListResult, NoRows } from '#ui/table/ListResult.tsx'
import { icon } from '#ui/theme/theme.ts'
import classes from './AuditLog.module.css'
import type { HistoryEntry } from './audit.schema.ts'
import { auditText } from './auditText.ts'

interface HistoryProps {
  /** Loads nothing until the history is shown. */
  useHistory: (isShown: boolean) => UseInfiniteQueryResult<{ pages: { entries: HistoryEntry[] }[] }>
  timeZone: string
  /** An agent alone knows who it was. */
  hasNames: boolean
}

/** What was done to a listing or a lead, behind a button. */
export function History({ useHistory, timeZone, hasNames }: HistoryProps) {
  const [isShown, { open }] = useDisclosure()
  const query = useHistory(isShown)
  const entries = query.data?.pages.flatMap((page) => page.entries) ?? []
  if (!isShown)
    return (
      <Button variant="default" size="xs" leftSection={<IconHistory {...icon} size={16} />} onClick={open}>
        Show history
      </Button>
    )
  return (
    <ListResult
      query={query}
      what="the history"
      isInCard
      loadMoreManually
      skeleton={<IconRowSkeleton />}
      isEmpty={entries.length === 0}
      empty={<NoRows>No changes yet.</NoRows>}
    >
      <ul className={classes.list} aria-label="History">
        {entries.map((entry) => (
          <IconRow
            key={entry.id}
            icon={<IconHistory {...icon} />}
            title={auditText(entry)}
            detail={
              <>
                {hasNames && entry.by && (
                  <>
                    <bdi>{entry.by}</bdi>
                    {' · '}
                  </>
                )}
                <RelativeTime moment={entry.at} timeZone={timeZone} />
              </>
            }
          />
        ))}
      </ul>
    </ListResult>
  )
}
