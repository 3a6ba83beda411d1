import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCopy, IconMail, IconPhone } from '@tabler/icons-react'
import { phoneLink } from '#platform/phone.ts'
import { mailAddress } from '#ui/addresses.ts'
import { copyText } from '#ui/copyLink.ts'
import { fullDateTime, longDate } from '#ui/dates.ts'
import { TextLink } from '#ui/links.tsx'
import { icon } from '#ui/theme.ts'
import type { OwnLead } from '../leads.functions.ts'
import classes from './LeadDrawer.module.css'

/** How to reach the buyer, and what they wrote. */
export function ContactDetails({ lead, timeZone }: { lead: OwnLead; timeZone: string }) {
  const { firstName, email, phone, phoneText, note, furtherNotes, listingId, listingTitle, createdAt } = lead
  return (
    <section className={classes.contact} aria-label="Contact">
      <p className={classes.about}>
        Asked about{' '}
        <TextLink to="/portal/listings/$id" params={{ id: listingId }} inherit underline="always">
          <bdi>{listingTitle}</bdi>
        </TextLink>{' '}
        on {longDate(createdAt, timeZone)}
      </p>
      <div className={classes.buttons}>
        <Button component="a" href={phoneLink(phone)} leftSection={<IconPhone {...icon} />}>
          Call
        </Button>
        <Button component="a" href={mailAddress(lead)} variant="default" leftSection={<IconMail {...icon} />}>
          Email
        </Button>
      </div>
      <dl className={classes.facts}>
        <ContactFact name="Phone" value={phoneText} />
        <ContactFact name="Email" value={email} />
      </dl>
      {note && (
        <figure className={classes.note}>
          <figcaption>
            <bdi>{firstName}</bdi> wrote
          </figcaption>
          <blockquote dir="auto">{note}</blockquote>
        </figure>
      )}
      {furtherNotes.map((one) => (
        <FurtherNoteQuote key={one.id} note={one} timeZone={timeZone} />
      ))}
    </section>
  )
}

const FurtherNoteQuote = ({ note, timeZone }: { note: OwnLead['furtherNotes'][number]; timeZone: string }) => (
  <figure className={classes.note}>
    <figcaption>
      Wrote again on {fullDateTime(note.createdAt, timeZone)}
      {!note.fromOwnBrowser && <span className={classes.unconfirmed}>Not confirmed by email</span>}
    </figcaption>
    {note.body && <blockquote dir="auto">{note.body}</blockquote>}
    {note.phone && (
      <p className={classes.otherPhone}>
        Different phone number: <a href={phoneLink(note.phone)}>{note.phoneText}</a>
      </p>
    )}
  </figure>
)

const ContactFact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt>{name}</dt>
    <dd>
      <span className={classes.value}>{value}</span>
      <Tooltip label="Copy">
        <ActionIcon
          variant="subtle"
          color="gray"
          c="gray.7"
          aria-label={`Copy ${name.toLowerCase()}`}
          onClick={() => void copyText(value, `${name} copied`)}
        >
          <IconCopy {...icon} size={16} />
        </ActionIcon>
      </Tooltip>
    </dd>
  </>
)
