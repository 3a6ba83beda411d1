import { AppError } from '#platform/errors.ts'
import { ButtonLink } from './links.tsx'

/** Refused because nobody pays: there is a way out, and whoever shows the refusal should offer it. */
export const isSubscriptionInactive = (error: unknown): error is AppError =>
  error instanceof AppError && error.name === 'SubscriptionInactive'

export const BillingLink = ({ onClick }: { onClick?: () => void }) => (
  <ButtonLink to="/portal/settings" hash="billing" variant="default" size="compact-sm" onClick={onClick}>
    Go to billing
  </ButtonLink>
)
