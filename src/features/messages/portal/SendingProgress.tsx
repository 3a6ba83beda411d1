import { Progress } from '@mantine/core'
import { formatAmount } from '#ui/format/format.ts'
import type { ListedMessage } from '../messages.functions.ts'
import classes from './MessagesPage.module.css'

/** How many of its buyers a message has reached. */
export function SendingProgress({ counts: { people, waiting, sending } }: Pick<ListedMessage, 'counts'>) {
  const done = people - waiting - sending
  return (
    <div className={classes.progress}>
      <Progress.Root size={6}>
        <Progress.Section
          value={people > 0 ? (100 * done) / people : 0}
          aria-label={`${formatAmount(done)} of ${formatAmount(people)} sent`}
        />
      </Progress.Root>
      <span role="status">
        {formatAmount(done)} of {formatAmount(people)} sent
      </span>
    </div>
  )
}
