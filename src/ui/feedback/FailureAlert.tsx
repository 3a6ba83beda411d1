import { Alert, Box } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { AppError } from '#platform/errors.ts'
import { ButtonLink } from '../links.tsx'
import { icon } from '../theme/theme.ts'
import { failureMessage } from './failureMessage.ts'

/** Why a form could not be sent, beside the form. Read out as soon as it appears. */
export function FailureAlert({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle {...icon} />} p="sm">
      {failureMessage(error)}
      {isSubscriptionInactive(error) && (
        <Box mt={8}>
          <BillingLink />
        </Box>
      )}
    </Alert>
  )
}

/** Refused because nobody pays: there is a way out, and whoever shows the refusal should offer it. */
export const isSubscriptionInactive = (error: unknown): error is AppError =>
  error instanceof AppError && error.name === 'SubscriptionInactive'

export const BillingLink = ({ onClick }: { onClick?: () => void }) => (
  <ButtonLink to="/portal/settings" hash="billing" variant="default" size="compact-sm" onClick={onClick}>
    Go to billing
  </ButtonLink>
)
