import { Button, Group } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconMailCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#platform/errors.ts'
import { Notice } from '#ui/Notice.tsx'
import { icon } from '#ui/theme.ts'
import { currentUserQuery } from '../accounts.functions.ts'
import { confirmEmailChange, settingsQuery } from '../settings.functions.ts'

interface ConfirmEmailProps {
  /** From the mailed link. */
  token: string
  email: string
  /** The link has been used or put aside: it should leave the address. */
  onDone: () => void
}

/** Opening the link does nothing by itself, as mail programs open links too; the click confirms. */
export function ConfirmEmail({ token, email, onDone }: ConfirmEmailProps) {
  const queryClient = useQueryClient()
  const [isAside, setAside] = useState(false)
  const { mutate, isPending, isSuccess, error } = useMutation({
    mutationFn: () => confirmEmailChange({ data: { token } }),
    meta: { handled: true },
    onSuccess: async () => {
      await Promise.all([
        queryClient.invalidateQueries(settingsQuery),
        queryClient.invalidateQueries({ queryKey: currentUserQuery.queryKey }),
      ])
    },
    onSettled: onDone,
  })
  const putAside = () => {
    setAside(true)
    onDone()
  }
  if (isAside) return null
  if (isSuccess)
    return (
      <Notice
        role="status"
        icon={<IconCircleCheck {...icon} />}
        title="Your email address has changed"
        onClose={putAside}
      >
        <p>You now sign in with {email}, and your leads go there.</p>
      </Notice>
    )
  if (error)
    return (
      <Notice
        tone="red"
        role="alert"
        icon={<IconAlertCircle {...icon} />}
        title="Your email address hasn’t changed"
        onClose={putAside}
      >
        <p>{error instanceof AppError ? error.message : 'Something went wrong! Please try again later.'}</p>
        <Button component="a" href="#email" mt="sm" size="xs" variant="default">
          Send a new link
        </Button>
      </Notice>
    )
  return (
    <Notice icon={<IconMailCheck {...icon} />} title="Confirm your new email address">
      <p>Until you confirm it, you sign in with {email}.</p>
      <Group gap="xs" mt="sm">
        <Button size="sm" loading={isPending} onClick={() => mutate()}>
          Confirm email address
        </Button>
        <Button size="sm" variant="default" onClick={putAside} disabled={isPending}>
          Not now
        </Button>
      </Group>
    </Notice>
  )
}
