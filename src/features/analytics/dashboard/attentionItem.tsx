import { IconCreditCard, IconFileAlert, IconPencil, IconPhoto, IconUser } from '@tabler/icons-react'
import { linkOptions } from '@tanstack/react-router'
import { counted } from '#ui/amounts.ts'
import { icon } from '#ui/theme.ts'
import type { Attention } from '../analytics.ts'

const listing = (id: string) => linkOptions({ to: '/portal/listings/$id', params: { id } })

/** What is said about it, and where it can be settled. */
export function attentionItem(attention: Attention) {
  switch (attention.kind) {
    case 'inactive subscription':
      return {
        icon: <IconCreditCard {...icon} />,
        title: 'Your subscription is not active',
        text: 'Your pages stay up and leads still arrive. Creating, editing and publishing wait.',
        action: 'Reactivate',
        link: linkOptions({ to: '/portal/settings', hash: 'billing' }),
      }
    case 'leads to reply to':
      return {
        icon: <IconUser {...icon} />,
        title: `${counted(attention.count, 'lead')} ${attention.count === 1 ? 'needs' : 'need'} a reply`,
        text: 'Still marked as new. Change the status once you have replied.',
        action: attention.count === 1 ? 'See the lead' : 'See the leads',
        link: linkOptions({ to: '/portal/leads', search: { status: 'new' } }),
      }
    case 'failed uploads':
      return {
        icon: <IconFileAlert {...icon} />,
        title: `${many(attention, attention.fileName, 'file')} could not be prepared`,
        text: 'Buyers cannot open what is not prepared. It can be tried again or replaced.',
        action: attention.count === 1 ? 'See the file' : 'See the files',
        link: linkOptions({ to: '/portal/files', search: { state: 'failed' } }),
      }
    case 'without photos':
      return {
        icon: <IconPhoto {...icon} />,
        title: `${many(attention, attention.title, 'listing')} ${attention.count === 1 ? 'has' : 'have'} no photos`,
        text: 'Buyers look at photos before they read a word.',
        action: 'Add photos',
        link: listing(attention.listingId),
      }
    case 'drafts':
      return {
        icon: <IconPencil {...icon} />,
        title: `${many(attention, attention.title, 'listing')} ${attention.count === 1 ? 'is a draft' : 'are drafts'}`,
        text: 'Buyers see a listing once it is published.',
        action: attention.count === 1 ? 'Finish it' : 'See drafts',
        link:
          attention.count === 1
            ? listing(attention.listingId)
            : linkOptions({ to: '/portal/listings', search: { state: 'draft' } }),
      }
  }
}

/** “12 Rata Street”, or “12 Rata Street” and 2 more listings. */
const many = ({ count }: { count: number }, latest: string, noun: string) =>
  count === 1 ? `“${brief(latest)}”` : `“${brief(latest)}” and ${count - 1} more ${noun}${count === 2 ? '' : 's'}`

const LONG = 60

const brief = (name: string) => (name.length > LONG ? `${name.slice(0, LONG).trimEnd()}…` : name)
