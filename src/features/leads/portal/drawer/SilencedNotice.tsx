import { Button, Group } from '@mantine/core'
import { IconMailOff } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { showAndReportError } from '#platform/telemetry/browser/showAndReportError.ts'
import { Notice } from '#ui/feedback/Notice.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { OwnLead } from '../../leads.functions.ts'
import { type OwnPerson, personQuery } from '../../people/people.functions.ts'
import { EditPersonDialog } from '../people/PersonDialogs.tsx'
import { useLeadActions } from '../useLeadActions.ts'

/** Why the agency's messages leave this lead out, and what the agent can do about it. */
export function SilencedNotice({ lead }: { lead: OwnLead }) {
  const { isUnsubscribedFromMessages, isEmailBounced } = lead
  return (
    <>
      {isEmailBounced && <BouncedNotice lead={lead} />}
      {isUnsubscribedFromMessages && (
        <Notice
          tone="amber"
          icon={<IconMailOff {...icon} />}
          title={`${lead.firstName || 'This buyer'} has unsubscribed from your agency’s messages`}
        >
          <p>We leave them out of messages and emails about changed documents. You can still call, text or reply.</p>
        </Notice>
      )}
    </>
  )
}

function BouncedNotice({ lead }: { lead: OwnLead }) {
  const queryClient = useQueryClient()
  const { tryLeadAddressAgain } = useLeadActions()
  const [person, setPerson] = useState<OwnPerson>()
  const [isEditing, setEditing] = useState(false)
  const load = useMutation({
    mutationFn: () => queryClient.fetchQuery(personQuery(lead.personId)),
    onSuccess: (found) => {
      setPerson(found)
      setEditing(true)
    },
    onError: (error) => showAndReportError(error),
    meta: { handled: true },
  })
  return (
    <Notice tone="amber" icon={<IconMailOff {...icon} />} title="Emails to this address bounce">
      <p>
        We leave {lead.firstName || 'this buyer'} out of messages. Correct the address, or try it again if it works now.
      </p>
      <Group gap={8} mt={8}>
        <Button variant="default" size="xs" loading={load.isPending} onClick={() => load.mutate()}>
          Correct the address
        </Button>
        <Button variant="default" size="xs" onClick={() => tryLeadAddressAgain(lead)}>
          Try it again
        </Button>
      </Group>
      {person && <EditPersonDialog opened={isEditing} person={person} onClose={() => setEditing(false)} />}
    </Notice>
  )
}
