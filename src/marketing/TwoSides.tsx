import { Title } from '@mantine/core'
import { TickList } from './TickList.tsx'
import classes from './TwoSides.module.css'

const agents = [
  'Files of every listing in one place, in order and up to date',
  'No more sending the same documents to each buyer by hand',
  'Every enquiry with name, phone, e-mail and note',
  'See which documents a buyer opened before you call',
]

const buyers = [
  'Free, with no account and no app',
  'Read on the phone, at the open home or on the sofa',
  'See what is there before leaving any details',
  'A private link by e-mail, to come back to the files later',
]

export function TwoSides() {
  return (
    <div className={classes.sides}>
      <div className={classes.side}>
        <Title order={3}>For agents</Title>
        <TickList items={agents} />
      </div>
      <div className={classes.side}>
        <Title order={3}>For buyers</Title>
        <TickList items={buyers} />
      </div>
    </div>
  )
}
