import { HeatBadge } from '#features/analytics/portal/HeatBadge.tsx'
import { formatCount } from '#ui/format/format.ts'
import type { OwnLead } from '../../leads.functions.ts'
import classes from './LeadInsight.module.css'

/** What to know before ringing: the heat with every point of it, and what the buyer read, in words. */
export const LeadInsight = ({ lead: { heat, heatReasons, brief } }: { lead: OwnLead }) => (
  <section className={classes.insight} aria-label="Interest">
    <p className={classes.brief}>
      <bdi>{brief}</bdi>
    </p>
    <details className={classes.heat}>
      <summary>
        <HeatBadge heat={heat} isLong />
        <span className={classes.why}>Why?</span>
      </summary>
      {heatReasons.length > 0 ? (
        <ul className={classes.reasons}>
          {heatReasons.map(({ text, points }) => (
            <li key={text}>
              <bdi>{text}</bdi>
              <span className={classes.points}>{formatCount(points, 'point')}</span>
            </li>
          ))}
        </ul>
      ) : (
        <p className={classes.none}>No signs of interest lately.</p>
      )}
      <p className={classes.none}>Out of 100. It falls each day without a visit.</p>
    </details>
  </section>
)
