import { ActionIcon } from '@mantine/core'
import { IconMail, IconMessage, IconPhone } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { replySubject } from '#features/listings/listingUrls.ts'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { emailLink, phoneLink, textMessageLink } from '#ui/format/contactLinks.ts'
import { fullName } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { TextLink } from '#ui/links.tsx'
import { Initials } from '#ui/table/PersonCell.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { DashboardLead } from '../../analytics.schema.ts'
import { openedDocumentsText } from '../../eventText.ts'
import { HeatBadge } from '../HeatBadge.tsx'
import classes from './NewLeads.module.css'

interface NewLeadsProps {
  leads: readonly DashboardLead[]
  timeZone: string
}

/** The latest new leads, with buttons to call and email them, or on a phone to call and text them. */
export const NewLeads = ({ leads, timeZone }: NewLeadsProps) => (
  <SectionCard
    dense
    title="New leads"
    action={
      <TextLink to="/portal/leads" fz={13} lh="24px" className={classes.all}>
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
      <p className={classes.none}>No new leads. They appear here when buyers leave their details.</p>
    )}
  </SectionCard>
)

function LeadItem({ lead, timeZone }: { lead: DashboardLead; timeZone: string }) {
  const { id, email, phone, heat, listingTitle, createdAt } = lead
  const name = fullName(lead)
  return (
    <li className={classes.row}>
      <span className={classes.initials}>
        <Initials {...lead} />
      </span>
      <div className={classes.text}>
        <span className={classes.name}>
          <Link to="/portal/leads" search={{ lead: id }} className={classes.link}>
            <bdi>{name}</bdi>
          </Link>
          <HeatBadge heat={heat} />
        </span>
        <span className={classes.listing}>
          <bdi>{listingTitle}</bdi>
        </span>
        <span className={classes.facts}>
          <RelativeTime moment={createdAt} timeZone={timeZone} />
          <span>{openedDocumentsText(lead)}</span>
        </span>
      </div>
      <div className={classes.actions}>
        <ContactButton Icon={IconPhone} label={`Call ${name}`} href={phoneLink(phone)} />
        <ContactButton
          Icon={IconMessage}
          label={`Text ${name}`}
          href={textMessageLink(phone)}
          className={classes.onPhone}
        />
        <ContactButton
          Icon={IconMail}
          label={`Email ${name}`}
          href={emailLink(email, replySubject(listingTitle))}
          className={classes.onLaptop}
        />
      </div>
    </li>
  )
}

interface ContactButtonProps {
  Icon: typeof IconPhone
  label: string
  href: string
  className?: string
}

const ContactButton = ({ Icon, label, href, className = '' }: ContactButtonProps) => (
  <ActionIcon
    component="a"
    href={href}
    variant="default"
    className={`${classes.contact} ${className}`}
    aria-label={label}
  >
    <Icon {...icon} />
  </ActionIcon>
)
