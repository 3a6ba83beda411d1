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

/** What a list or page is for, while it is empty. */
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

/** A faint outline of what the page will look like with data. */
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

/** The sum of two sine waves looks like a season of visits. */
const barHeight = (place: number) => `${Math.round(45 + 25 * Math.sin(place / 2.2) + 22 * Math.sin(place / 5 + 4))}%`
