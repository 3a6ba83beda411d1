import { Group, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './EmptyState.module.css'

interface EmptyStateProps {
  icon: ReactNode
  placeholder?: PlaceholderShape
  title: string
  children: ReactNode
  /** The next step. */
  action?: ReactNode
}

/** What a place is for, before there is anything in it. */
export function EmptyState({ icon, placeholder, title, children, action }: EmptyStateProps) {
  return (
    <section className={classes.place}>
      {placeholder && <PlaceholderArt shape={placeholder} />}
      <div className={classes.icon}>{icon}</div>
      <Title order={2} size="h3">
        {title}
      </Title>
      <Text size="sm" c="dimmed" maw={440}>
        {children}
      </Text>
      {action && (
        <Group gap="sm" mt="md" justify="center">
          {action}
        </Group>
      )}
    </section>
  )
}

type PlaceholderShape = 'cards' | 'rows' | 'bars'

const partCount = { cards: 4, rows: 4, bars: 24 }

/** The faint outline of what a place will look like once it is in use. */
function PlaceholderArt({ shape }: { shape: PlaceholderShape }) {
  return (
    <div className={classes.ghost} data-shape={shape} aria-hidden="true">
      {Array.from({ length: partCount[shape] }, (_, index) => index).map((place) => (
        <span
          key={place}
          className={classes.part}
          style={shape === 'bars' ? { height: barHeight(place) } : undefined}
        />
      ))}
    </div>
  )
}

/** Two waves of different length look like a season of visits. */
const barHeight = (place: number) => `${Math.round(45 + 25 * Math.sin(place / 2.2) + 22 * Math.sin(place / 5 + 4))}%`
