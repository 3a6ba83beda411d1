import classes from './DayChart.module.css'
import { type Beside, measureNames } from './measures.ts'

interface ChartKeyProps {
  beside?: Beside
  /** How many days lie before, if they are drawn. */
  days: number
}

/** Which line is which. The chart's own words say it to those who listen. */
export const ChartKey = ({ beside, days }: ChartKeyProps) => (
  <div className={classes.key} aria-hidden="true">
    <span data-sign="views">{measureNames.views}</span>
    {beside && <span data-sign={beside}>{measureNames[beside]}</span>}
    {days > 0 && (
      <span data-sign="before">{days === 1 ? 'Views the day before' : `Views the ${days} days before`}</span>
    )}
  </div>
)
