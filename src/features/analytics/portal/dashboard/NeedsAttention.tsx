import { IconCalendarExclamation, IconFileAlert, IconPencil, IconPhoto, IconUser } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { formatCount } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { AttentionItem } from '../../analytics.schema.ts'
import classes from './NeedsAttention.module.css'

interface NeedsAttentionProps {
  attention: readonly AttentionItem[]
  /** The first steps say already what is missing from listings. */
  isNew: boolean
}

/** What needs the agent's attention, each with a link to it. */
export function NeedsAttention({ attention, isNew }: NeedsAttentionProps) {
  const shown = isNew ? attention.filter(({ kind }) => kind !== 'drafts' && kind !== 'without photos') : attention
  if (shown.length === 0) return null
  return (
    <SectionCard dense title="Needs attention">
      <ul className={classes.list}>
        {shown.map((item) => {
          const { icon, title, text, action, link } = describeAttention(item)
          return (
            <li key={item.kind} className={classes.item}>
              <span className={classes.icon}>{icon}</span>
              <div className={classes.text}>
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

const listingLink = (id: string) => linkOptions({ to: '/portal/listings/$id', params: { id } })

/** The text of an item, and the link to where it can be resolved. */
export function describeAttention(attention: AttentionItem) {
  switch (attention.kind) {
    case 'leads to reply to':
      return {
        icon: <IconUser {...icon} />,
        title: `${formatCount(attention.count, 'lead')} ${attention.count === 1 ? 'needs' : 'need'} a reply`,
        text: 'New leads with nothing planned, and next actions that are due.',
        action: attention.count === 1 ? 'See the lead' : 'See the leads',
        link: linkOptions({ to: '/portal/leads', search: { status: 'needs_reply' } }),
      }
    case 'failed uploads':
      return {
        icon: <IconFileAlert {...icon} />,
        title: `${nameAndCount(attention, attention.fileName, 'file')} couldn’t be prepared`,
        text:
          attention.count === 1
            ? 'Buyers can’t open it yet. Try again or replace it.'
            : 'Buyers can’t open them yet. Try again or replace them.',
        action: attention.count === 1 ? 'See the file' : 'See the files',
        link: linkOptions({ to: '/portal/files', search: { state: 'failed' } }),
      }
    case 'old documents':
      return {
        icon: <IconCalendarExclamation {...icon} />,
        title: `${nameAndCount(attention, attention.fileName, 'document')} ${attention.count === 1 ? 'is' : 'are'} out of date`,
        text: 'Buyers and their lawyers usually want a recent one. You can change when we remind you in Settings.',
        action: 'See the listing',
        link: listingLink(attention.listingId),
      }
    case 'without photos':
      return {
        icon: <IconPhoto {...icon} />,
        title: `${nameAndCount(attention, attention.title, 'listing')} ${attention.count === 1 ? 'has' : 'have'} no photos`,
        text: 'Buyers look at the photos first.',
        action: 'Add photos',
        link: listingLink(attention.listingId),
      }
    case 'drafts':
      return {
        icon: <IconPencil {...icon} />,
        title: `${nameAndCount(attention, attention.title, 'listing')} ${attention.count === 1 ? 'is a draft' : 'are drafts'}`,
        text: 'Buyers can see a listing once it’s published.',
        action: attention.count === 1 ? 'Finish it' : 'See drafts',
        link:
          attention.count === 1
            ? listingLink(attention.listingId)
            : linkOptions({ to: '/portal/listings', search: { state: 'draft' } }),
      }
  }
}

/** “12 Rata Street”, or “12 Rata Street” and 2 more listings. */
const nameAndCount = ({ count }: { count: number }, latest: string, noun: string) =>
  count === 1 ? `“${shorten(latest)}”` : `“${shorten(latest)}” and ${formatCount(count - 1, `more ${noun}`)}`

const MAX_NAME_LENGTH = 60

const shorten = (name: string) =>
  name.length > MAX_NAME_LENGTH ? `${name.slice(0, MAX_NAME_LENGTH).trimEnd()}…` : name
