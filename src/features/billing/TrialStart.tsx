import { Text } from '@mantine/core'
import { ButtonLink } from '#ui/links.tsx'
import { useNow } from '#ui/useNow.ts'
import { daysAfter, type Plan } from './billing.ts'
import { CheckoutButton } from './CheckoutButton.tsx'
import { dayHere } from './days.ts'
import { PlanPlace } from './PlanPlace.tsx'
import { money } from './planWords.ts'
import classes from './TrialStart.module.css'
import { TroubleNotice } from './TroubleNotice.tsx'
import type { Trouble } from './troubles.ts'

interface TrialStartProps {
  chosen: string | undefined
  onChoose: (word: string) => void
  trouble: Trouble | undefined
  isSignedIn: boolean
  isPriceMissing: boolean
}

/** Plan, what is due when, and the way to the payment provider. */
export function TrialStart({ chosen, onChoose, trouble, isSignedIn, isPriceMissing }: TrialStartProps) {
  return (
    <section id="billing" className={classes.card} aria-label="Your plan">
      <TroubleNotice trouble={trouble} />
      {isSignedIn ? (
        <SignedIn />
      ) : (
        <PlanPlace chosen={chosen} onChoose={onChoose} isPriceMissing={isPriceMissing}>
          {(plan) => (
            <>
              <Due plan={plan} />
              <CheckoutButton plan={plan} size="lg" fullWidth>
                Start my {plan.trialDays}-day free trial
              </CheckoutButton>
              <Text size="sm" c="dimmed" ta="center" mt={12}>
                Cancel before the trial ends and you pay nothing. After your first payment there is a 30-day money-back
                guarantee. The free trial is for new customers: one for each person and card.
              </Text>
            </>
          )}
        </PlanPlace>
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
        <dd>{money(0, currency)}</dd>
      </div>
      <div>
        {/* The server's clock and the browser's may stand on different days. */}
        <dt suppressHydrationWarning>First payment on {dayHere(daysAfter(trialDays, now))}</dt>
        <dd>{money(amount, currency)}</dd>
      </div>
    </dl>
  )
}

const SignedIn = () => (
  <>
    <Text fw={600}>You have an account already</Text>
    <Text c="dimmed" mt={4}>
      Your plan, your card and your invoices are in your settings.
    </Text>
    <ButtonLink to="/portal/settings" hash="billing" size="md" mt="md" fullWidth>
      Go to billing
    </ButtonLink>
  </>
)
