import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { Pill } from '#ui/display/Pill.tsx'
import { shortDateTime } from '#ui/format/dates.ts'
import { SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { acknowledgementsQuery } from '../disclosure.functions.ts'
import type { AcknowledgedDocument } from '../server/acknowledgements.server.ts'
import classes from './RecordPage.module.css'

export type RemindReader = (reader: { fileId: string; leadId: string }) => Promise<unknown>

interface AcknowledgementsCardProps {
  listingId: string
  remind: RemindReader
  timeZone: string
}

/** Who has confirmed the documents that ask for it, and who has not. Missing if none asks. */
export function AcknowledgementsCard({ listingId, remind, timeZone }: AcknowledgementsCardProps) {
  const { data: documents = [], error, isFetching, refetch } = useQuery(acknowledgementsQuery(listingId))
  const hasFailed = documents.length === 0 && error
  if (documents.length === 0 && !hasFailed) return null
  return (
    <SectionCard title="Confirmations" about="Who has confirmed the current version of each document that asks for it.">
      {hasFailed && <SectionError what="the confirmations" busy={isFetching} onRetry={refetch} />}
      {documents.map((document) => (
        <DocumentConfirmations key={document.id} document={document} {...{ listingId, remind, timeZone }} />
      ))}
    </SectionCard>
  )
}

/** More would push the record off the screen. */
const PREVIEW_COUNT = 5

function DocumentConfirmations({
  document,
  listingId,
  remind,
  timeZone,
}: AcknowledgementsCardProps & { document: AcknowledgedDocument }) {
  const reminder = useOptimisticMutation({
    mutationFn: ({ leadId }: AcknowledgedDocument['people'][number]) => remind({ fileId: document.id, leadId }),
    queryKey: queryKeys.record.acknowledgements(listingId),
    successMessage: ({ name }) => `We’re emailing ${name} a reminder.`,
    invalidates: [{ queryKey: queryKeys.record.acknowledgements(listingId) }],
  })
  const [isOpen, setOpen] = useState(false)
  const confirmed = document.people.filter(({ acknowledgedAt }) => acknowledgedAt)
  return (
    <div className={classes.document}>
      <h3>
        <bdi>{document.name}</bdi>
      </h3>
      <p className={classes.statement}>
        <q>{document.statement}</q> · {confirmed.length} of {document.people.length} confirmed
      </p>
      <ul className={classes.people}>
        {(isOpen ? document.people : document.people.slice(0, PREVIEW_COUNT)).map((person) => (
          <li key={person.leadId} className={classes.person}>
            <bdi className={classes.name}>{person.name}</bdi>
            <span className={classes.beside}>
              {person.acknowledgedAt ? (
                <>
                  <span className={classes.when}>{shortDateTime(person.acknowledgedAt, timeZone)}</span>
                  <Pill tone="positive">Confirmed</Pill>
                </>
              ) : (
                <>
                  {person.remindedAt && (
                    <span className={classes.when}>Reminded {shortDateTime(person.remindedAt, timeZone)}</span>
                  )}
                  {person.canRemind ? (
                    <Button
                      variant="default"
                      size="xs"
                      aria-label={`Remind ${person.name}`}
                      loading={reminder.isPending && reminder.variables.leadId === person.leadId}
                      onClick={() => reminder.mutate(person)}
                    >
                      Remind
                    </Button>
                  ) : (
                    <Pill tone="neutral">Not yet</Pill>
                  )}
                </>
              )}
            </span>
          </li>
        ))}
      </ul>
      {document.people.length > PREVIEW_COUNT && (
        <Button className={classes.more} variant="subtle" size="compact-sm" onClick={() => setOpen(!isOpen)}>
          {isOpen ? 'Show fewer' : `Show all ${document.people.length} people`}
        </Button>
      )}
    </div>
  )
}
