import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { failureMessage } from '#ui/feedback/failureMessage.ts'
import { formatMoney, formatPercent } from '#ui/format/moneyAndPercent.ts'
import buttons from '#ui/theme/buttons.module.css'
import { pricingQuery } from '../billing.functions.ts'
import type { Plan } from '../billing.schema.ts'
import { billingIntervalLabel, perInterval, planSaving, planSlug, pricePerMonth } from '../billingText.ts'
import classes from './PlanPicker.module.css'

/** The price on the pricing page, and the link to the next step with the chosen plan. */
export function PricingOffer({ isPriceMissing }: { isPriceMissing: boolean }) {
  const [chosen, choose] = useState<string>()
  return (
    <PlanPicker chosen={chosen} onChoose={choose} isPriceMissing={isPriceMissing}>
      {(plan) => (
        <div className={classes.next}>
          <a href={`/get-started?plan=${planSlug(plan)}`} className={buttons.filled}>
            Start free trial
          </a>
          <p>{plan.trialDays}-day free trial for new customers. Nothing is charged today.</p>
        </div>
      )}
    </PlanPicker>
  )
}

interface PlanPickerProps {
  /** The slug of the plan that was chosen, here or on another page. */
  chosen: string | undefined
  onChoose: (slug: string) => void
  /** Whether the page was rendered without a price, because our payment partner did not respond. */
  isPriceMissing?: boolean
  /** What is shown below for the chosen plan. */
  children: (plan: Plan) => ReactNode
}

const PARTNER_SILENT = 'Our payment partner isn’t responding. Please try again in a moment.'

/** The plans as Stripe has them now; while they can't be loaded, an explanation and a retry. Without Mantine, like the pricing page. */
export function PlanPicker({ chosen, onChoose, isPriceMissing = false, children }: PlanPickerProps) {
  // A page without a price has just asked for it in vain: the visitor says when to ask again.
  const { data, error, isFetching, refetch } = useQuery({ ...pricingQuery, enabled: !isPriceMissing })
  const plans = data?.plans ?? []
  const plan = plans.find((option) => planSlug(option) === chosen) ?? plans[0]
  if (plan)
    return (
      <>
        <PlanOptions plans={plans} plan={plan} onChoose={(option) => onChoose(planSlug(option))} />
        {children(plan)}
      </>
    )
  if (!data && !error && !isPriceMissing) return <PlanSkeleton />
  return (
    <div role="alert">
      <p className={classes.title}>We can’t show the price right now</p>
      <p className={classes.text}>{error ? failureMessage(error) : PARTNER_SILENT}</p>
      <button type="button" className={buttons.plain} disabled={isFetching} onClick={() => refetch()}>
        {isFetching ? 'Trying again…' : 'Try again'}
      </button>
    </div>
  )
}

interface PlanOptionsProps {
  plans: Plan[]
  plan: Plan
  onChoose: (plan: Plan) => void
}

/** How often to pay, and what it costs. Real radio buttons, so that arrow keys and screen readers work. */
function PlanOptions({ plans, plan, onChoose }: PlanOptionsProps) {
  const options = useRef<HTMLDivElement>(null)
  const takeEarlyChoice = useEffectEvent(() => {
    const chosen = options.current?.querySelector<HTMLInputElement>('input:checked')?.value
    const option = plans.find(({ priceId }) => priceId === chosen)
    if (option && option !== plan) onChoose(option)
  })
  // A visitor may choose before the page is hydrated, and React takes no notice of that.
  useEffect(() => takeEarlyChoice(), [])
  return (
    <div ref={options}>
      {plans.length > 1 && (
        <fieldset className={classes.choice}>
          <legend className={classes.legend}>How often you pay</legend>
          {plans.map((option) => (
            <label key={option.priceId} className={classes.option}>
              <input
                type="radio"
                name="plan"
                value={option.priceId}
                checked={option.priceId === plan.priceId}
                onChange={() => onChoose(option)}
              />
              {billingIntervalLabel(option)}
              <Saving percent={planSaving(option, plans)?.percent} />
            </label>
          ))}
        </fieldset>
      )}
      <div aria-live="polite">
        <p className={classes.price}>
          <span className={classes.amount}>{formatMoney(plan.amount, plan.currency)}</span>{' '}
          <span className={classes.period}>
            {plan.currency.toUpperCase()} {perInterval(plan)}
          </span>
        </p>
        <p className={classes.detail}>{planDetail(plan, plans)}</p>
      </div>
    </div>
  )
}

const Saving = ({ percent }: { percent: number | undefined }) =>
  percent !== undefined && <span className={classes.saving}>−{formatPercent(percent / 100)}</span>

/** One line for every plan, so that nothing moves when another is chosen. */
function planDetail(plan: Plan, plans: Plan[]) {
  const month = pricePerMonth(plan)
  const saving = planSaving(plan, plans)
  if (!month) return `Billed ${billingIntervalLabel(plan).toLowerCase()}. Cancel any time.`
  return `That’s ${month} a month.${saving ? ` You save ${saving.amount} (${formatPercent(saving.percent / 100)}).` : ''}`
}

const PlanSkeleton = () => (
  <div className={classes.loading} role="status" aria-label="Loading the price">
    <span />
    <span />
    <span />
    <span />
  </div>
)
