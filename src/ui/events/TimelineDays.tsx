import { longDate, timeOfDay } from '../dates.ts'
import { EventIcon } from './EventIcon.tsx'
import classes from './TimelineDays.module.css'
import { type ShownStep, type TimelineStep, timelineDays } from './timelineDays.ts'

interface TimelineDaysProps {
  /** The latest first. */
  steps: readonly TimelineStep[]
  timeZone: string
  /** The heading of a day, one below what the whole stands under. */
  heading: 'h3' | 'h4'
}

/** What one buyer did, day by day. */
export const TimelineDays = ({ steps, timeZone, heading: Heading }: TimelineDaysProps) =>
  timelineDays(steps, timeZone).map(({ day, steps: shown }) => (
    <div key={day} className={classes.day}>
      <Heading className={classes.date}>{shown[0] && longDate(shown[0].at, timeZone)}</Heading>
      <ol className={classes.steps}>
        {shown.map((step) => (
          <Step key={step.id} step={step} timeZone={timeZone} />
        ))}
      </ol>
    </div>
  ))

function Step({ step: { event, words, at, times }, timeZone }: { step: ShownStep; timeZone: string }) {
  return (
    <li className={classes.step}>
      <span className={classes.icon}>
        <EventIcon event={event} />
      </span>
      <span className={classes.words}>
        <bdi>{words}</bdi>
        {times > 1 && <span className={classes.times}> · {times} times</span>}
      </span>
      <time dateTime={at.toISOString()} className={classes.time}>
        {timeOfDay(at, timeZone)}
      </time>
    </li>
  )
}
