import { IconCreditCard } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Notice } from '#ui/Notice.tsx'
import { icon } from '#ui/theme.ts'
import { useNow } from '#ui/useNow.ts'
import classes from './Billing.module.css'
import type { Billing } from './billing.functions.ts'
import { isActive } from './billing.ts'
import { cardExpiry, cardName, priceOf, statusOf } from './billingWords.ts'
import { dayHere } from './days.ts'
import { money } from './planWords.ts'

interface BillingFactsProps {
  billing: Billing
  timeZone: string
}

export function BillingFacts({ billing, timeZone }: BillingFactsProps) {
  const { card, nextPaymentAt, amount, currency, planName } = billing
  const day = (moment: Date) => dayHere(moment, timeZone)
  const status = statusOf(billing, useNow(), day)
  const paysNext = isActive(billing.status) && billing.status !== 'past_due' ? nextPaymentAt : null
  return (
    <>
      <dl className={classes.facts}>
        <Fact name="Plan" detail={priceOf(billing)}>
          {planName}
        </Fact>
        <Fact name="Status" detail={status.detail}>
          <span className={classes.status} data-tone={status.tone}>
            {status.name}
          </span>
        </Fact>
        <Fact name="Next payment" detail={paysNext && `on ${day(paysNext)}`}>
          {paysNext && amount !== null ? money(amount, currency) : 'None'}
        </Fact>
        <Fact name="Card" detail={card && `Expires ${cardExpiry(card)}`}>
          {card ? cardName(card) : 'None'}
        </Fact>
      </dl>
      {card && paysNext && expiresBefore(card, paysNext) && (
        <Notice tone="amber" icon={<IconCreditCard {...icon} />} title="Your card expires before the next payment">
          <p>Add a new one below, and nothing is interrupted.</p>
        </Notice>
      )}
    </>
  )
}

const Fact = ({ name, detail, children }: { name: string; detail: ReactNode; children: ReactNode }) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <span className={classes.fact}>{children}</span>
      {/* The days left are counted by a clock that the server and the browser do not share. */}
      <span className={classes.detail} suppressHydrationWarning>
        {detail}
      </span>
    </dd>
  </div>
)

/** A card is good to the end of its month. */
const expiresBefore = ({ month, year }: { month: number; year: number }, moment: Date) =>
  Date.UTC(year, month) <= moment.getTime()
