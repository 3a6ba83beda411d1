import { Button, Group } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import classes from './ConfirmDeletion.module.css'

interface ConfirmDeletionProps {
  /** The button that asks: "Delete my details". */
  label: string
  /** What is deleted, and what that means for the buyer. */
  question: ReactNode
  confirmLabel: string
  keepLabel: string
  onConfirm: () => Promise<unknown>
  onDeleted: () => void
}

/** Asks for confirmation where something can’t be undone. */
export function ConfirmDeletion({ label, question, confirmLabel, keepLabel, ...actions }: ConfirmDeletionProps) {
  // Undefined until they first asked: the button takes the focus only when they changed their mind.
  const [isAsking, setAsking] = useState<boolean>()
  const { mutate, isPending, error } = useMutation({
    mutationFn: actions.onConfirm,
    meta: { handled: true },
    onSuccess: actions.onDeleted,
  })
  if (!isAsking)
    return (
      <Button
        variant="subtle"
        color="red"
        c="red.9"
        className={classes.ask}
        autoFocus={isAsking === false}
        onClick={() => setAsking(true)}
      >
        {label}
      </Button>
    )
  return (
    <section className={classes.question} aria-label={label}>
      <p>{question}</p>
      <FailureAlert error={error} />
      <Group gap="xs">
        <Button color="red.9" loading={isPending} onClick={() => mutate()}>
          {confirmLabel}
        </Button>
        <Button variant="default" autoFocus onClick={() => setAsking(false)}>
          {keepLabel}
        </Button>
      </Group>
    </section>
  )
}
