import { useId } from 'react'
import { areaPath, edgeToEdgeX, linePath, VIEW_BOX } from './chartPoints.ts'
import classes from './Sparkline.module.css'

/** A small line chart of a metric. Decorative: the metric itself is beside it. */
export function Sparkline({ values }: { values: readonly number[] }) {
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
