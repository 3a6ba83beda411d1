import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { FailureAlert } from '#ui/FailureAlert.tsx'
import { eraseDetails } from '../gate.functions.ts'
import classes from './EraseDetails.module.css'
import { agentsName, type PrivateLink } from './link.ts'

interface EraseDetailsProps {
  linkKey: string
  link: PrivateLink
  onErased: () => void
}

/** Asked twice, because nothing brings it back. */
export function EraseDetails({ linkKey, link, onErased }: EraseDetailsProps) {
  const [isAsking, setAsking] = useState<boolean>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => eraseDetails({ data: { key: linkKey } }),
    meta: { handled: true },
    onSuccess: onErased,
  })
  const agent = agentsName(link)
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
        Erase my details
      </Button>
    )
  return (
    <section className={classes.question} aria-label="Erase my details">
      <p>
        <strong>Erase everything, for good?</strong> Your name, e-mail, phone number and note leave our systems at once.{' '}
        {agent} no longer finds you here, this link stops working, and the documents close. A mail that {agent} has
        received already stays in their inbox: please ask them to delete it.
      </p>
      <FailureAlert error={error} />
      <Group gap="xs">
        <Button color="red.9" loading={isPending} onClick={() => mutate()}>
          Erase for good
        </Button>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          Keep them
        </Button>
      </Group>
    </section>
  )
}
