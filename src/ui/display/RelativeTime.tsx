import { Tooltip } from '@mantine/core'
import { fullDateTime } from '../format/dates.ts'
import { formatRelativeTime, useNow } from '../format/elapsedTime.ts'

interface RelativeTimeProps {
  moment: Date
  timeZone: string
}

/** How long ago, with the exact moment in a tooltip. */
export function RelativeTime({ moment, timeZone }: RelativeTimeProps) {
  const now = useNow()
  return (
    <Tooltip label={fullDateTime(moment, timeZone)} events={{ hover: true, focus: true, touch: true }}>
      {/* The server's clock and the browser's may differ by a minute. */}
      <time dateTime={moment.toISOString()} suppressHydrationWarning>
        {formatRelativeTime(moment, now, timeZone)}
      </time>
    </Tooltip>
  )
}
