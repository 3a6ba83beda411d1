import { ActionIcon } from '@mantine/core'
import { IconMail, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mailAddress, phoneAddress } from '#ui/addresses.ts'
import { counted } from '#ui/amounts.ts'
import { Initials } from '#ui/Initials.tsx'
import { TextLink } from '#ui/links.tsx'
import { RelativeTime } from '#ui/RelativeTime.tsx'
import { SectionCard } from '#ui/SectionCard.tsx'
import { icon } from '#ui/theme.ts'
import type { NewestLead } from '../analytics.ts'
import classes from './NewestLeads.module.css'

interface NewestLeadsProps {
  leads: readonly NewestLead[]
  timeZone: string
}

/** Who came last, ready to be called. */
export const NewestLeads = ({ leads, timeZone }: NewestLeadsProps) => (
  <SectionCard
    dense
    title="New leads"
    action={
      leads.length > 0 && (
        <TextLink to="/portal/leads" fz={13} lh="24px">
          All leads
        </TextLink>
      )
    }
  >
    {leads.length > 0 ? (
      <ul className={classes.list}>
        {leads.map((lead) => (
          <LeadItem key={lead.id} lead={lead} timeZone={timeZone} />
        ))}
      </ul>
    ) : (
      <p className={classes.none}>Nobody yet. When a buyer asks for the documents of a listing, they appear here.</p>
    )}
  </SectionCard>
)

function LeadItem({ lead, timeZone }: { lead: NewestLead; timeZone: string }) {
  const { id, firstName, lastName, phone, listingTitle, openedFiles, createdAt } = lead
  const name = `${firstName} ${lastName}`
  return (
    <li className={classes.row}>
      <Initials {...lead} />
      <div className={classes.words}>
        <Link to="/portal/leads" search={{ lead: id }} className={classes.link}>
          <bdi>{name}</bdi>
        </Link>
        <span className={classes.home}>
          <bdi>{listingTitle}</bdi>
        </span>
        <span className={classes.facts}>
          <RelativeTime moment={createdAt} timeZone={timeZone} />
          <span>{openedFiles > 0 ? `opened ${counted(openedFiles, 'file')}` : 'nothing opened'}</span>
        </span>
      </div>
      <div className={classes.deeds}>
        <ActionIcon component="a" href={phoneAddress(phone)} variant="default" size={36} aria-label={`Call ${name}`}>
          <IconPhone {...icon} />
        </ActionIcon>
        <ActionIcon component="a" href={mailAddress(lead)} variant="default" size={36} aria-label={`E-mail ${name}`}>
          <IconMail {...icon} />
        </ActionIcon>
      </div>
    </li>
  )
}
