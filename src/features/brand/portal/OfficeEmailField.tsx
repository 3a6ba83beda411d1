import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { FailureAlert } from '#ui/feedback/FailureAlert.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { resendOfficeEmailLink } from '../officeEmail.functions.ts'
import classes from './BrandPage.module.css'

interface OfficeEmailFieldProps {
  field: ComponentProps<typeof TextInput>
  /** The saved address, if nobody has confirmed it yet. */
  waitingFor: string
}

/** The address gets copies once its reader has confirmed that. */
export function OfficeEmailField({ field, waitingFor }: OfficeEmailFieldProps) {
  const resend = useMutation({
    mutationFn: () => resendOfficeEmailLink(),
    onSuccess: () => showToast(`Link sent to ${waitingFor}.`),
    meta: { handled: true },
  })
  return (
    <div>
      <TextInput
        label="Office email address"
        description="Gets a copy of each email about a new lead, once it’s confirmed by a link we send there. Buyers don’t see it."
        type="email"
        autoComplete="off"
        {...field}
      />
      {waitingFor && (
        <>
          <p className={classes.waiting} role="status">
            {`Waiting for confirmation. We’ve emailed a link to ${waitingFor}. `}
            <Button variant="subtle" size="compact-sm" loading={resend.isPending} onClick={() => resend.mutate()}>
              Send again
            </Button>
          </p>
          <FailureAlert error={resend.error} />
        </>
      )}
    </div>
  )
}
