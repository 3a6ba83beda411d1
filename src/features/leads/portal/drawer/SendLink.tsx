import { Button, Group, Skeleton, Stack, Text, Textarea } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconCopy, IconLink, IconMail, IconMessage } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { textMessageLink } from '#ui/format/contactLinks.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { fetchLeadLink, sendPrivateLink } from '../../intake/addLead.functions.ts'
import type { OwnLead } from '../../leads.functions.ts'

type Recipient = Pick<OwnLead, 'id' | 'firstName' | 'email' | 'phone'>

const smallIcon = { ...icon, size: 16 }

/** Sends a lead the private link to the documents: by email, or as text for a message. */
export function SendLink({ lead, agentName }: { lead: Recipient; agentName: string }) {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Button variant="default" size="xs" leftSection={<IconLink {...smallIcon} />} onClick={open}>
        Send private link
      </Button>
      <Dialog opened={opened} onClose={close} title="Send private link">
        <SendLinkChoices lead={lead} agentName={agentName} onSent={close} />
      </Dialog>
    </>
  )
}

interface SendLinkChoicesProps {
  lead: Recipient
  agentName: string
  onSent: () => void
}

function SendLinkChoices({ lead, agentName, onSent }: SendLinkChoicesProps) {
  const { id, firstName, email, phone } = lead
  const link = useQuery({
    queryKey: queryKeys.leads.link(id),
    queryFn: () => fetchLeadLink({ data: { id } }),
    retry: false,
    meta: { handled: true },
  })
  const byEmail = useMutation({
    mutationFn: () => sendPrivateLink({ data: { id } }),
    onSuccess: () => {
      showToast(`Link sent to ${email}.`)
      onSent()
    },
    meta: { handled: true },
  })
  const [typed, setTyped] = useState<string>()
  if (link.isError) return <FailureAlert error={link.error} />
  if (!link.data) return <Skeleton h={180} />
  const greeting = `Hi ${firstName}, here are the documents for ${link.data.listingTitle}: ${link.data.link}`
  const text = typed ?? [greeting, agentName].filter(Boolean).join('\n')
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        The link opens the documents without filling in the form. It’s only for {firstName}.
      </Text>
      {email && (
        <Button
          fullWidth
          leftSection={<IconMail {...smallIcon} />}
          loading={byEmail.isPending}
          onClick={() => byEmail.mutate()}
        >
          Send by email
        </Button>
      )}
      <FailureAlert error={byEmail.error} />
      <Textarea
        label="Text for a message"
        autosize
        minRows={3}
        maxRows={8}
        value={text}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs">
        {phone && (
          <Button
            component="a"
            href={textMessageLink(phone, text)}
            variant="default"
            leftSection={<IconMessage {...smallIcon} />}
          >
            Send by text
          </Button>
        )}
        <Button
          variant="default"
          leftSection={<IconCopy {...smallIcon} />}
          onClick={() => void copyText(text, 'Text copied')}
        >
          Copy text
        </Button>
      </Group>
    </Stack>
  )
}
