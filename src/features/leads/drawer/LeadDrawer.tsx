import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { Panel } from '#ui/Panel.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { leadQuery, type OwnLead } from '../leads.functions.ts'
import { nameOf } from '../useLeadDeeds.ts'
import { AgentNote } from './AgentNote.tsx'
import { Contact } from './Contact.tsx'
import classes from './LeadDrawer.module.css'
import { LeadFoot } from './LeadFoot.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { Timeline } from './Timeline.tsx'

interface LeadDrawerProps {
  /** Empty while it is closed. */
  id: string
  timeZone: string
  onClose: () => void
}

/** Everything about one lead, beside the list. */
export function LeadDrawer({ id, timeZone, onClose }: LeadDrawerProps) {
  const { data, error, isFetching, refetch } = useQuery({ ...leadQuery(id), enabled: id !== '' })
  const lead = data?.id === id ? data : undefined
  const isMissing = error instanceof AppError && error.status === 404
  return (
    <Panel
      opened={id !== ''}
      onClose={onClose}
      position="right"
      size="min(100%, 480px)"
      title={lead ? nameOf(lead) : 'Lead'}
    >
      {lead && <Opened key={lead.id} lead={lead} timeZone={timeZone} />}
      {!lead && isMissing && (
        <Text c="dimmed">This lead no longer exists. The buyer may have deleted their details.</Text>
      )}
      {!lead && error && !isMissing && <SectionError what="This lead" busy={isFetching} onRetry={refetch} />}
      {!lead && !error && <OpeningSkeleton />}
    </Panel>
  )
}

const Opened = ({ lead, timeZone }: { lead: OwnLead; timeZone: string }) => (
  <div className={classes.lead}>
    <Contact lead={lead} timeZone={timeZone} />
    <StatusSelect lead={lead} />
    <AgentNote lead={lead} />
    <Timeline id={lead.id} timeZone={timeZone} />
    <LeadFoot lead={lead} timeZone={timeZone} />
  </div>
)

const OpeningSkeleton = () => (
  <div role="status" aria-label="Loading lead" className={classes.lead}>
    <Skeleton h={14} w="60%" />
    <Skeleton h={36} />
    <Skeleton h={72} />
    <Skeleton h={60} />
    <Skeleton h={92} />
    <Skeleton h={160} />
  </div>
)
