import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import { SectionError } from '#ui/SectionError.tsx'
import classes from './Card.module.css'

interface CardProps {
  title: string
  /** What has to be known to read it. */
  about?: string
  /** Stands at the right of the heading. */
  action?: ReactNode
  id?: string
  className?: string
  children: ReactNode
}

/** One panel of the page. */
export function Card({ title, about, action, id, className = '', children }: CardProps) {
  const headingId = useId()
  return (
    <section id={id} className={`${classes.card} ${className}`} aria-labelledby={headingId}>
      <div className={classes.head}>
        <div>
          <Title order={2} id={headingId} className={classes.title}>
            {title}
          </Title>
          {about && <p className={classes.about}>{about}</p>}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

interface AnswerProps<Data> {
  query: { data?: Data; isError: boolean; isFetching: boolean; isPlaceholderData: boolean; refetch: () => unknown }
  /** Begins the sentence when it could not be fetched. */
  what: string
  /** As tall as what it stands for. */
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** What was asked for, in whatever state it is. Old numbers stay, paler, until the new ones are here. */
export function Answer<Data>({ query, what, skeleton, children }: AnswerProps<Data>) {
  const { data, isError, isFetching, isPlaceholderData, refetch } = query
  if (data !== undefined)
    return (
      <div className={classes.answer} data-old={isPlaceholderData || undefined} aria-busy={isPlaceholderData}>
        {children(data)}
      </div>
    )
  if (isError) return <SectionError what={what} busy={isFetching} onRetry={refetch} />
  return (
    <div role="status" aria-label={`Loading: ${what}`}>
      {skeleton}
    </div>
  )
}
