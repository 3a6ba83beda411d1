import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { AppError } from '#platform/errors.ts'
import { Panel } from '#ui/Panel.tsx'
import { SectionError } from '#ui/SectionError.tsx'
import { leadQuery, type OwnLead } from '../leads.functions.ts'
import { leadName } from '../useLeadDeeds.ts'
import { AgentNote } from './AgentNote.tsx'
import { ContactDetails } from './Contact.tsx'
import classes from './LeadDrawer.module.css'
import { LeadFooter } from './LeadFoot.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { LeadTimeline } from './Timeline.tsx'

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
      title={lead ? leadName(lead) : 'Lead'}
    >
      {lead && <LeadDetails key={lead.id} lead={lead} timeZone={timeZone} />}
      {!lead && isMissing && (
        <Text c="dimmed">This lead no longer exists. The buyer may have deleted their details.</Text>
      )}
      {!lead && error && !isMissing && <SectionError what="This lead" busy={isFetching} onRetry={refetch} />}
      {!lead && !error && <LeadSkeleton />}
    </Panel>
  )
}

const LeadDetails = ({ lead, timeZone }: { lead: OwnLead; timeZone: string }) => (
  <div className={classes.lead}>
    <ContactDetails lead={lead} timeZone={timeZone} />
    <StatusSelect lead={lead} />
    <AgentNote lead={lead} />
    <LeadTimeline id={lead.id} timeZone={timeZone} />
    <LeadFooter lead={lead} timeZone={timeZone} />
  </div>
)

const LeadSkeleton = () => (
  <div role="status" aria-label="Loading lead" className={classes.lead}>
    <Skeleton h={14} w="60%" />
    <Skeleton h={36} />
    <Skeleton h={72} />
    <Skeleton h={60} />
    <Skeleton h={92} />
    <Skeleton h={160} />
  </div>
)
