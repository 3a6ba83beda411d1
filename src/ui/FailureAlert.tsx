import { Alert, Box } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { BillingLink, isSubscriptionInactive } from './BillingLink.tsx'
import { failureMessage } from './failureSentence.ts'
import { icon } from './theme.ts'

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
