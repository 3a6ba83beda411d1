import { IconCheck } from '@tabler/icons-react'
import { icon } from '#ui/icon.ts'
import classes from './TickList.module.css'

export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item} className={classes.item}>
          <IconCheck {...icon} stroke={2} className={classes.tick} />
          {item}
        </li>
      ))}
    </ul>
  )
}
