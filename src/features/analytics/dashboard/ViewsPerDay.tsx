import { useNavigate } from '@tanstack/react-router'
import { SectionCard } from '#ui/SectionCard.tsx'
import type { DashboardSummary } from '../analytics.ts'
import { DayChart } from '../charts/DayChart.tsx'
import classes from './ViewsPerDay.module.css'

/** A click on a day leads to everything about it. */
export function ViewsPerDay({ summary: { days, daysBefore } }: { summary: DashboardSummary }) {
  const navigate = useNavigate()
  return (
    <SectionCard dense title="Views and leads">
      <div className={classes.chart}>
        <DayChart
          label="Views and leads"
          days={days}
          daysBefore={daysBefore}
          beside="leads"
          untilNow
          onDay={(span) => void navigate({ to: '/portal/analytics', search: { range: 'custom', ...span } })}
        />
      </div>
    </SectionCard>
  )
}
