import { Alert, Button, Group } from '@mantine/core'
import { IconAlertCircle, IconCircleCheck, IconMailCheck } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { AppError } from '#platform/errors.ts'
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
  const closing = { withCloseButton: true, closeButtonLabel: 'Close', onClose: putAside }
  if (isSuccess)
    return (
      <Alert icon={<IconCircleCheck {...icon} />} role="status" title="Your e-mail address is changed" {...closing}>
        From now on you sign in with {email}, and your leads arrive there.
      </Alert>
    )
  if (error)
    return (
      <Alert color="red.9" icon={<IconAlertCircle {...icon} />} title="Your address has not changed" {...closing}>
        {error instanceof AppError ? error.message : 'Something went wrong! Please try again later.'}{' '}
        <a href="#email">Ask for a new link</a>
      </Alert>
    )
  return (
    <Alert
      icon={<IconMailCheck {...icon} />}
      title="Confirm your new e-mail address"
      role="region"
      aria-label="Confirm your new e-mail address"
    >
      <p style={{ margin: '0 0 12px' }}>Until you confirm it, you sign in with {email}.</p>
      <Group gap="sm">
        <Button loading={isPending} onClick={() => mutate()}>
          Confirm this address
        </Button>
        <Button variant="default" onClick={putAside} disabled={isPending}>
          Not now
        </Button>
      </Group>
    </Alert>
  )
}
