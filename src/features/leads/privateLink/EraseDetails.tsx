import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { eraseDetails } from '../gate.functions.ts'
import classes from './EraseDetails.module.css'
import { linkAgentName, type PrivateLinkData } from './link.ts'

interface EraseDetailsProps {
  linkKey: string
  link: PrivateLinkData
  onErased: () => void
}

/** Asks for confirmation, because it can’t be undone. */
export function EraseDetails({ linkKey, link, onErased }: EraseDetailsProps) {
  const [isAsking, setAsking] = useState<boolean>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => eraseDetails({ data: { key: linkKey } }),
    meta: { handled: true },
    onSuccess: onErased,
  })
  const agent = linkAgentName(link)
  if (!isAsking)
    return (
      <Button
        variant="subtle"
        color="red"
        c="red.9"
        className={classes.first}
        autoFocus={isAsking === false}
        onClick={() => setAsking(true)}
      >
        Delete my details
      </Button>
    )
  return (
    <section className={classes.question} aria-label="Delete my details">
      <p>
        <strong>Delete your details permanently?</strong> We delete your name, email, phone number and note straight
        away. {agent} can no longer see them, your private link stops working, and you can’t open the documents. Emails
        we’ve already sent to {agent} stay in their inbox, so ask them to delete those.
      </p>
      <FailureAlert error={error} />
      <Group gap="xs">
        <Button color="red.9" loading={isPending} onClick={() => mutate()}>
          Delete permanently
        </Button>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Keep my details
        </Button>
      </Group>
    </section>
  )
}
