import { VisuallyHidden } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import classes from './PublishPanel.module.css'
import type { checkReadiness } from './readiness.ts'

/** What is there and what is missing before buyers should see it. */
export function ReadinessList({ points, isOut }: { points: ReturnType<typeof checkReadiness>; isOut: boolean }) {
  const ready = points.filter((point) => point.ready).length
  return (
    <div>
      <p className={classes.score}>
        <strong>{readinessHeading(ready === points.length, isOut)}</strong>
        <span>
          {ready} of {points.length}
        </span>
      </p>
      <div className={classes.meter} aria-hidden="true">
        <span style={{ width: `${(100 * ready) / points.length}%` }} />
      </div>
      <ul className={classes.points}>
        {points.map((point) => (
          <li key={point.words} data-ready={point.ready || undefined}>
            {point.ready ? <IconCircleCheckFilled {...icon} /> : <IconCircle {...icon} />}
            {point.words}
            <VisuallyHidden>{point.ready ? ': done' : ': missing'}</VisuallyHidden>
          </li>
        ))}
      </ul>
    </div>
  )
}

function readinessHeading(isComplete: boolean, isOut: boolean) {
  if (isOut) return isComplete ? 'Listing complete' : 'Listing incomplete'
  return isComplete ? 'Ready to publish' : 'Ready to publish?'
}
