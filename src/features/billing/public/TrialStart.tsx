import { Text } from '@mantine/core'
import { longDate } from '#ui/format/dates.ts'
import { useNow } from '#ui/format/elapsedTime.ts'
import { formatMoney } from '#ui/format/moneyAndPercent.ts'
import { ButtonLink } from '#ui/links.tsx'
import { DEFAULT_TIME_ZONE } from '#values/time.ts'
import { type CheckoutError, daysAfter, MONEY_BACK_DAYS, type Plan } from '../billing.schema.ts'
import { CheckoutButton, CheckoutErrorNotice } from './CheckoutButton.tsx'
import { PlanPicker } from './PlanPicker.tsx'
import classes from './TrialStart.module.css'

interface TrialStartProps {
  chosen: string | undefined
  onChoose: (slug: string) => void
  checkoutError: CheckoutError | undefined
  isSignedIn: boolean
  isPriceMissing: boolean
}

/** Plan, what is due when, and the link to the checkout. */
export function TrialStart({ chosen, onChoose, checkoutError, isSignedIn, isPriceMissing }: TrialStartProps) {
  return (
    <section id="billing" className={classes.card} aria-label="Your plan">
      <CheckoutErrorNotice error={checkoutError} />
      {isSignedIn ? (
        <SignedIn />
      ) : (
        <PlanPicker chosen={chosen} onChoose={onChoose} isPriceMissing={isPriceMissing}>
          {(plan) => (
            <>
              <Due plan={plan} />
              <CheckoutButton plan={plan} size="lg" fullWidth>
                Start my {plan.trialDays}-day free trial
              </CheckoutButton>
              <Text size="sm" c="dimmed" ta="center" mt={12}>
                Cancel before the trial ends and you pay nothing. After your first payment you have a {MONEY_BACK_DAYS}
                -day money-back guarantee. The free trial is for new customers: one for each person and card.
              </Text>
            </>
          )}
        </PlanPicker>
      )}
    </section>
  )
}

function Due({ plan }: { plan: Plan }) {
  const now = useNow()
  const { amount, currency, trialDays } = plan
  return (
    <dl className={classes.due}>
      <div>
        <dt>Due today</dt>
        <dd>{formatMoney(0, currency)}</dd>
      </div>
      <div>
        {/* The server's clock and the browser's may be on different days. */}
        <dt suppressHydrationWarning>First payment on {longDate(daysAfter(now, trialDays), DEFAULT_TIME_ZONE)}</dt>
        <dd>{formatMoney(amount, currency)}</dd>
      </div>
    </dl>
  )
}

const SignedIn = () => (
  <>
    <Text fw={600}>You already have an account</Text>
    <Text c="dimmed" mt={4}>
      Your plan, card and invoices are in your settings.
    </Text>
    <ButtonLink to="/portal/settings" hash="billing" size="md" mt="md" fullWidth>
      Go to billing
    </ButtonLink>
  </>
)
