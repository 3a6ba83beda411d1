import { ButtonLink } from '#ui/links.tsx'
import { SectionCard } from '#ui/SectionCard.tsx'
import type { Attention } from '../analytics.ts'
import { attentionItem } from './attentionItem.tsx'
import classes from './NeedsAttention.module.css'

interface NeedsAttentionProps {
  attention: readonly Attention[]
  /** The first steps say what is missing from listings. */
  isNew: boolean
}

/** What waits for the agent, each with the way to it. */
export function NeedsAttention({ attention, isNew }: NeedsAttentionProps) {
  const shown = isNew ? attention.filter(({ kind }) => kind !== 'drafts' && kind !== 'without photos') : attention
  if (shown.length === 0) return null
  return (
    <SectionCard dense title="Needs attention">
      <ul className={classes.list}>
        {shown.map((one) => {
          const { icon, title, text, action, link } = attentionItem(one)
          return (
            <li key={one.kind} className={classes.item}>
              <span className={classes.icon}>{icon}</span>
              <div className={classes.words}>
                <strong>{title}</strong>
                <p>{text}</p>
              </div>
              <ButtonLink {...link} variant="default" size="xs" className={classes.action}>
                {action}
              </ButtonLink>
            </li>
          )
        })}
      </ul>
    </SectionCard>
  )
}
