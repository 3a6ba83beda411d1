import type { DaySpan } from '#features/analytics/dateRanges.ts'
import { axisTicks, linePath, tickLabel, VIEW_BOX } from '#features/analytics/portal/charts/chartPoints.ts'
import { formatCount } from '#ui/format/format.ts'
import {
  type ChartSegment,
  chartSegments,
  chartSummary,
  dailyViewsBefore,
  segmentLabel,
  spanText,
  weekdayText,
} from '../reportText.ts'
import type { DayBar } from '../vendors.schema.ts'
import page from './VendorPage.module.css'
import classes from './ViewsByDay.module.css'

interface ViewsByDayProps {
  span: DaySpan
  spanBefore: DaySpan
  bars: readonly DayBar[]
}

/** This week's views as bars and last week's as a dotted line, on one scale. Days with few visitors share a bar, which has their area. */
export function ViewsByDay({ span, spanBefore, bars }: ViewsByDayProps) {
  const segments = chartSegments(bars, span)
  const before = dailyViewsBefore(bars, spanBefore)
  const ticks = axisTicks(Math.max(...segments.map(({ perDay }) => perDay), ...before.map((one) => one ?? 0)))
  const top = ticks.at(-1) ?? 1
  const hasBefore = before.some((one) => one !== null)
  return (
    <section className={page.card} aria-labelledby="vendor-days">
      <h2 id="vendor-days" className={page.heading}>
        Views by day
      </h2>
      <figure className={classes.chart}>
        <figcaption className={page.hidden}>{chartSummary(segments)}</figcaption>
        <div className={classes.plot} aria-hidden="true">
          {ticks.map((tick) => (
            <span key={tick} className={classes.grid} style={{ bottom: `${(tick / top) * 100}%` }}>
              <span className={classes.tick}>{tickLabel(tick)}</span>
            </span>
          ))}
          <div className={classes.columns}>
            {segments.map((segment) => (
              <Bar key={segment.from} segment={segment} top={top} />
            ))}
          </div>
          {hasBefore && (
            <svg className={classes.before} viewBox={VIEW_BOX} preserveAspectRatio="none" aria-hidden="true">
              {connectedRuns(before).map(({ start, amounts }) => (
                <path
                  key={start}
                  d={linePath(amounts, (index) => ((start + index + 0.5) / before.length) * 100, top)}
                />
              ))}
            </svg>
          )}
        </div>
        <div className={classes.axis} aria-hidden="true">
          {segments.map(({ from, to, days }) => (
            <span key={from} style={{ flexGrow: days }}>
              {from === to ? weekdayText(from) : `${weekdayText(from)}–${weekdayText(to)}`}
            </span>
          ))}
        </div>
        {hasBefore && (
          <p className={classes.key} aria-hidden="true">
            {spanText(spanBefore)}
          </p>
        )}
        <DaysTable segments={segments} before={bars.filter(({ to }) => to <= spanBefore.to)} />
      </figure>
    </section>
  )
}

const Bar = ({ segment, top }: { segment: ChartSegment; top: number }) => (
  <span className={classes.column} style={{ flexGrow: segment.days }}>
    {segment.views === null ? (
      <span className={classes.few}>{segmentLabel(segment)}</span>
    ) : (
      <>
        <span className={classes.value}>{segmentLabel(segment)}</span>
        <span className={classes.bar} style={{ height: `${(segment.perDay / top) * 100}%` }} />
      </>
    )}
  </span>
)

/** Days in a row that have a number. */
function connectedRuns(before: readonly (number | null)[]) {
  const runs: { start: number; amounts: number[] }[] = []
  for (const [index, amount] of before.entries()) {
    const last = runs.at(-1)
    if (amount === null) continue
    if (last && last.start + last.amounts.length === index) last.amounts.push(amount)
    else runs.push({ start: index, amounts: [amount] })
  }
  return runs
}

const DaysTable = ({ segments, before }: { segments: ChartSegment[]; before: DayBar[] }) => (
  <details className={classes.details}>
    <summary>Show as a table</summary>
    <table>
      <caption className={page.hidden}>Views by day</caption>
      <thead>
        <tr>
          <th scope="col">Days</th>
          <th scope="col">Views</th>
        </tr>
      </thead>
      <tbody>
        {before.map((bar) => (
          <tr key={bar.from}>
            <th scope="row">{spanText(bar)}</th>
            <td>{formatCount(bar.views, 'view')}</td>
          </tr>
        ))}
        {segments.map((segment) => (
          <tr key={segment.from}>
            <th scope="row">{spanText(segment.counted)}</th>
            <td>{segment.views === null ? 'Fewer than 5 visitors' : formatCount(segment.views, 'view')}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </details>
)
