import { Anchor, Button, Text } from '@mantine/core'
import { IconFolderOpen } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { TaskCard } from '#ui/TaskCard.tsx'
import { icon } from '#ui/theme.ts'
import { useHydrated } from '#ui/useAwake.ts'
import { enterByLink } from '../gate.functions.ts'
import { linkAgentName, type PrivateLinkData } from './link.ts'

/** One click, so that nobody but a person comes in. */
export function OpenDocuments({ linkKey, link }: { linkKey: string; link: PrivateLinkData }) {
  const awake = useHydrated()
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => enterByLink({ data: { key: linkKey } }),
    meta: { handled: true },
    // A new document: it has never heard of the key.
    onSuccess: ({ slug }) => window.location.assign(`/listings/${slug}`),
  })
  const { title } = link.listing
  if (link.documents !== 'open')
    return (
      <TaskCard title={title} lead={whyClosed(link)}>
        <Text>
          To ask why, contact {linkAgentName(link)}
          {link.agent.agencyName && ` of ${link.agent.agencyName}`}
          {link.agent.phone && `, ${link.agent.phone}`}
          {link.agent.email && (
            <>
              , <Anchor href={`mailto:${link.agent.email}`}>{link.agent.email}</Anchor>
            </>
          )}
          .
        </Text>
      </TaskCard>
    )
  return (
    <TaskCard
      title={title}
      lead="This link is only for you. It opens the documents in this browser, as often as you like."
    >
      <FailureAlert error={error} />
      <Button
        size="md"
        fullWidth
        leftSection={<IconFolderOpen {...icon} />}
        loading={isPending || isSuccess}
        disabled={!awake}
        onClick={() => mutate()}
      >
        Open the documents
      </Button>
    </TaskCard>
  )
}

const whyClosed = (link: PrivateLinkData) =>
  link.documents === 'withdrawn'
    ? `${linkAgentName(link)} has removed your access to the documents.`
    : 'This listing is no longer published, so you can’t open its documents.'
