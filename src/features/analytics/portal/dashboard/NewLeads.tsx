import { ActionIcon } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { replySubject } from '#features/listings/listingLinks.ts'
import { Initials } from '#ui/display/Initials.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { emailLink, phoneLink } from '#ui/format/contactLinks.ts'
import { fullName } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { DashboardLead } from '../../analytics.schema.ts'
import { documentsReadText } from '../../eventText.ts'
import classes from './NewLeads.module.css'

interface NewLeadsProps {
  leads: readonly DashboardLead[]
  timeZone: string
}

/** The latest leads that need a reply, with buttons to call and email them. */
export const NewLeads = ({ leads, timeZone }: NewLeadsProps) => (
  <SectionCard
    dense
    title="New leads"
    action={
      <TextLink to="/portal/leads" fz={13} lh="24px">
        All leads
      </TextLink>
    }
  >
    {leads.length > 0 ? (
      <ul className={classes.list}>
        {leads.map((lead) => (
          <LeadItem key={lead.id} lead={lead} timeZone={timeZone} />
        ))}
      </ul>
    ) : (
      <p className={classes.none}>No leads need a reply. New ones appear here.</p>
    )}
  </SectionCard>
)

function LeadItem({ lead, timeZone }: { lead: DashboardLead; timeZone: string }) {
  const { id, email, phone, listingTitle, createdAt } = lead
  const name = fullName(lead)
  return (
    <li className={classes.row}>
      <Initials {...lead} />
      <div className={classes.text}>
        <Link to="/portal/leads" search={{ lead: id }} className={classes.link}>
          <bdi>{name}</bdi>
        </Link>
        <span className={classes.listing}>
          <bdi>{listingTitle}</bdi>
        </span>
        <span className={classes.facts}>
          <RelativeTime moment={createdAt} timeZone={timeZone} />
          <span>{documentsReadText(lead)}</span>
        </span>
      </div>
      <div className={classes.actions}>
        <ActionIcon component="a" href={phoneLink(phone)} variant="default" size={36} aria-label={`Call ${name}`}>
          <IconPhone {...icon} />
        </ActionIcon>
        <ActionIcon
          component="a"
          href={emailLink(email, replySubject(listingTitle))}
          variant="default"
          size={36}
          aria-label={`Email ${name}`}
        >
          <IconMail {...icon} />
        </ActionIcon>
      </div>
    </li>
  )
}
