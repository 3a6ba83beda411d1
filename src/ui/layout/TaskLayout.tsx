import { Stack, Text, Title } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { type PageOwner, SiteFrame } from './SiteFrame.tsx'
import classes from './TaskLayout.module.css'

/** For pages with a single task and no navigation. */
export const TaskLayout = ({ owner, children }: { owner?: PageOwner; children: ReactNode }) => (
  <SiteFrame classes={classes} owner={owner}>
    {children}
  </SiteFrame>
)

interface TaskCardProps {
  title: string
  lead: ReactNode
  /** For a card that replaces another: keyboard and screen reader start at its title. */
  takesFocus?: boolean
  children?: ReactNode
}

/** The card with the page's task. */
export function TaskCard({ title, lead, takesFocus, children }: TaskCardProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (takesFocus) heading.current?.focus()
  }, [takesFocus])
  return (
    <Stack component="section" className={classes.card} gap="lg">
      <div>
        <Title ref={heading} tabIndex={-1} className={classes.title} order={1} size="h2" mb={8}>
          {title}
        </Title>
        <Text c="dimmed">{lead}</Text>
      </div>
      {children}
    </Stack>
  )
}
