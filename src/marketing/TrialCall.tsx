import { Action, Actions } from './Action.tsx'
import classes from './TrialCall.module.css'

/** The last word of a marketing page. */
export function TrialCall() {
  return (
    <section className={classes.call}>
      <div className={classes.inner}>
        <div>
          <h2 className={classes.title}>Try it on your next listing</h2>
          <p className={classes.text}>30-day free trial, then a 30-day money-back guarantee. Buyers never pay.</p>
        </div>
        <Actions>
          <Action to="/get-started" look="bright" large>
            Start free trial
          </Action>
          <Action to="/pricing" look="ghost" large>
            See pricing
          </Action>
        </Actions>
      </div>
    </section>
  )
}
