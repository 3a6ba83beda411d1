import type { Plan } from './billing.ts'
import classes from './PlanChoice.module.css'
import { money, perMonth, perPeriod, rhythmName, savingOf } from './planWords.ts'

interface PlanChoiceProps {
  plans: Plan[]
  plan: Plan
  onChoose: (plan: Plan) => void
}

/** How often to pay, and what it then costs. Real radio buttons: arrows, names and the group come with them. */
export function PlanChoice({ plans, plan, onChoose }: PlanChoiceProps) {
  return (
    <div>
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
              {rhythmName(option)}
              <Saving percent={savingOf(option, plans)?.percent} />
            </label>
          ))}
        </fieldset>
      )}
      <div aria-live="polite">
        <p className={classes.price}>
          <span className={classes.amount}>{money(plan.amount, plan.currency)}</span>{' '}
          <span className={classes.period}>
            {plan.currency.toUpperCase()} {perPeriod(plan)}
          </span>
        </p>
        <p className={classes.detail}>{detailOf(plan, plans)}</p>
      </div>
    </div>
  )
}

const Saving = ({ percent }: { percent: number | undefined }) =>
  percent !== undefined && <span className={classes.saving}>−{percent}%</span>

/** One line for every plan, so that nothing moves when another is chosen. */
function detailOf(plan: Plan, plans: Plan[]) {
  const month = perMonth(plan)
  const saving = savingOf(plan, plans)
  if (!month) return `Billed ${rhythmName(plan).toLowerCase()}. Cancel whenever you like.`
  return `That is ${month} a month.${saving ? ` You save ${saving.amount} (${saving.percent}%).` : ''}`
}
