import { IconCheck } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { icon } from '#ui/theme/tokens.ts'
import { ActionLink, Actions } from './ActionLink.tsx'
import classes from './sections.module.css'

interface PageIntroProps {
  title: string
  /** One or two sentences. */
  lead: string
  children?: ReactNode
}

/** The top of every marketing page except the home page. */
export function PageIntro({ title, lead, children }: PageIntroProps) {
  return (
    <div className={classes.introBackground}>
      <div className={classes.intro}>
        <h1 className={classes.introTitle}>{title}</h1>
        <p className={classes.introLead}>{lead}</p>
        {children}
      </div>
    </div>
  )
}

interface SectionProps {
  title: string
  lead?: string
  tone?: 'white' | 'grey'
  children: ReactNode
}

export function Section({ title, lead, tone = 'white', children }: SectionProps) {
  return (
    <section className={classes.section} data-tone={tone}>
      <div className={classes.sectionInner}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {lead && <p className={classes.sectionLead}>{lead}</p>}
        <div className={classes.sectionBody}>{children}</div>
      </div>
    </section>
  )
}

interface StoryProps {
  /** Target of in-page links. */
  id?: string
  title: string
  text: string
  points: readonly string[]
  picture: ReactNode
  /** Where the picture goes on wide screens. */
  side?: 'left' | 'right' | 'below'
  /** A link to more. */
  children?: ReactNode
}

/** One part of the product, with text and a screenshot. */
export function FeatureSection({ id, title, text, points, picture, side = 'right', children }: StoryProps) {
  return (
    <section id={id} className={classes.story} data-side={side}>
      <div className={classes.storyWords}>
        <h2 className={classes.storyTitle}>{title}</h2>
        <p className={classes.storyText}>{text}</p>
        <TickList items={points} />
        {children && <div className={classes.storyMore}>{children}</div>}
      </div>
      <div className={classes.storyPicture}>{picture}</div>
    </section>
  )
}

export function TickList({ items }: { items: readonly string[] }) {
  return (
    <ul className={classes.tickList}>
      {items.map((item) => (
        <li key={item} className={classes.tickItem}>
          <IconCheck {...icon} stroke={2} className={classes.tick} />
          {item}
        </li>
      ))}
    </ul>
  )
}

interface PointsProps {
  points: { title: string; text: string }[]
  className?: string
}

export const PointList = ({ points, className }: PointsProps) => (
  <dl className={className}>
    {points.map(({ title, text }) => (
      <div key={title}>
        <dt>{title}</dt>
        <dd>{text}</dd>
      </div>
    ))}
  </dl>
)

/** The last section of a marketing page. */
export function StartTrialSection() {
  return (
    <section className={classes.trial}>
      <div className={classes.trialInner}>
        <div>
          <h2 className={classes.trialTitle}>Try it on your next listing</h2>
          <p className={classes.trialText}>30-day free trial, then a 30-day money-back guarantee. Buyers never pay.</p>
        </div>
        <Actions>
          <ActionLink to="/get-started" look="bright" large>
            Start free trial
          </ActionLink>
          <ActionLink to="/pricing" look="ghost" large>
            See pricing
          </ActionLink>
        </Actions>
      </div>
    </section>
  )
}
