import { Text, Title } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import classes from './Points.module.css'

export interface Point {
  Icon: Icon
  title: string
  text: string
}

export function Points({ points }: { points: readonly Point[] }) {
  return (
    <ul className={classes.points}>
      {points.map(({ Icon, title, text }) => (
        <li key={title} className={classes.point}>
          <span className={classes.icon}>
            <Icon {...icon} size={22} />
          </span>
          <Title order={3}>{title}</Title>
          <Text c="dimmed" mt={6}>
            {text}
          </Text>
        </li>
      ))}
    </ul>
  )
}
