import { Alert, Box } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { AppError } from '#platform/errors.ts'
import { ButtonLink } from '../links.tsx'
import { icon } from '../theme/theme.ts'
import { failureMessage } from './failureMessage.ts'

/** Why a form could not be sent, shown beside the form. Screen readers announce it. */
export function FailureAlert({ error }: { error: unknown }) {
  if (!error) return null
  return (
    <Alert role="alert" color="red" variant="light" icon={<IconAlertCircle {...icon} />} p="sm">
      {failureMessage(error)}
      {hasErrorLink(error) && (
        <Box mt={8}>
          <ErrorLink error={error} />
        </Box>
      )}
    </Alert>
  )
}

export const hasErrorLink = (error: unknown) => error instanceof AppError && error.link !== undefined

interface ErrorLinkProps {
  error: unknown
  onClick?: () => void
}

/** The page where the reader can fix what failed, for errors that have one. */
export function ErrorLink({ error, onClick }: ErrorLinkProps) {
  if (!(error instanceof AppError) || !error.link) return null
  const { to, hash, label } = error.link
  return (
    <ButtonLink to={to} hash={hash} variant="default" size="compact-sm" onClick={onClick}>
      {label}
    </ButtonLink>
  )
}
