import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { formatAmount } from '#ui/format/format.ts'
import { formatPercent } from '#ui/format/moneyAndPercent.ts'
import { icon } from '#ui/theme/theme.ts'
import { type DashboardSummary, type Metric, ratio } from '../../analytics.schema.ts'
import { areaPath, edgeToEdgeX, linePath, toPoints, VIEW_BOX } from '../charts/chartPoints.ts'
import { MetricChange } from '../charts/MetricChange.tsx'
import type { DashboardSearch } from './dashboardSearch.ts'
import classes from './MetricCards.module.css'

const VISITORS = 'People who viewed a listing. Visitors who return on another day count again.'
const DOCUMENT_VIEWS = 'How often buyers opened a document on the page. Downloads are not included.'
const CONVERSION = 'The share of visitors who became leads.'

/** The metrics of the range, each with its change and a small chart. */
export function MetricCards({ summary, search }: { summary: DashboardSummary; search: DashboardSearch }) {
  const { views, visitors, filesOpened, leads, conversion } = summary
  const points = toPoints(summary.days)
  const dailyValues = (name: 'views' | 'visitors' | 'filesOpened' | 'leads') => points.map((point) => point[name])
  const shared = { search, write: formatAmount }
  return (
    <div className={classes.cards}>
      <MetricCard {...shared} name="Views" metric={views} values={dailyValues('views')} />
      <MetricCard {...shared} name="Visitors" hint={VISITORS} metric={visitors} values={dailyValues('visitors')} />
      <MetricCard
        {...shared}
        name="Document views"
        hint={DOCUMENT_VIEWS}
        metric={filesOpened}
        values={dailyValues('filesOpened')}
      />
      <MetricCard {...shared} name="Leads" metric={leads} values={dailyValues('leads')} />
      <MetricCard
        {...shared}
        name="Conversion"
        hint={CONVERSION}
        write={formatPercent}
        isShare
        metric={conversion}
        values={points.map(({ leads, visitors }) => ratio(leads, visitors))}
      />
    </div>
  )
}

interface MetricCardProps {
  name: string
  /** How the metric is counted. */
  hint?: string
  metric: Metric
  write: (amount: number) => string
  isShare?: boolean
  values: readonly number[]
  search: DashboardSearch
}

/** The whole card links to the analytics. */
const MetricCard = ({ name, hint, metric, write, isShare, values, search }: MetricCardProps) => (
  <div className={classes.card}>
    <div className={classes.head}>
      <Link to="/portal/analytics" search={search} className={classes.link}>
        {name}
      </Link>
      {hint && (
        <Tooltip label={hint} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon
            variant="transparent"
            size={20}
            className={classes.hint}
            aria-label={`About ${name.toLowerCase()}`}
          >
            <IconInfoCircle {...icon} size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
    <div className={classes.metric}>
      <span className={classes.number}>{write(metric.now)}</span>
      <MetricChange metric={metric} write={write} isShare={isShare} />
    </div>
    <Sparkline values={values} />
  </div>
)

/** A small line chart of a metric. Decorative: the metric itself is beside it. */
function Sparkline({ values }: { values: readonly number[] }) {
  const id = useId()
  const top = Math.max(0, ...values)
  const line = [values, edgeToEdgeX(values.length), top || 1] as const
  return (
    <svg
      className={classes.sparkline}
      viewBox={VIEW_BOX}
      preserveAspectRatio="none"
      aria-hidden="true"
      data-none={top === 0 || undefined}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--mantine-color-teal-6)" stopOpacity="0.18" />
          <stop offset="1" stopColor="var(--mantine-color-teal-6)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {values.length > 1 && (
        <>
          <path d={areaPath(...line)} fill={`url(#${id})`} />
          <path className={classes.line} d={linePath(...line)} />
        </>
      )}
    </svg>
  )
}
