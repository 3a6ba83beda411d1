import { MailButton } from '#platform/mail/MailButton.tsx'
import { MailLayout } from '#platform/mail/MailLayout.tsx'
import { MailText } from '#platform/mail/MailText.tsx'
import { formatPhone } from '#platform/phone.server.ts'
import { AnswerTo, MailQuote, PhoneNumber, PhoneNumbers } from './mailParts.tsx'

interface Person {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  note: string
}

/** So many are named in a digest: more than an agent calls in an hour, and no mail program cuts it off. */
export const NAMED = 50

/** One line, whatever was typed: it becomes a part of a mail's head. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)
const nameOf = ({ firstName, lastName }: Pick<Person, 'firstName' | 'lastName'>) => `${firstName} ${lastName}`
const addressOf = (appUrl: string, { id }: Person) => `${appUrl}/portal/leads?lead=${id}`
const BECAUSE_OF_A_LEAD =
  'You’re receiving this because a buyer left their details on your listing. You can switch these emails off in your settings.'
const NOT_CONFIRMED =
  'This was sent from another browser and isn’t confirmed by email. If it’s important, check with the buyer on the phone number you already have.'

export const newLeadMail = (appUrl: string, title: string, person: Person) => ({
  subject: oneLine(`New lead: ${nameOf(person)} for ${title}`),
  body: (
    <MailLayout
      preview={oneLine(`${formatPhone(person.phone)} · ${person.note}`)}
      heading={`${nameOf(person)} asks about ${title}`}
      footer={BECAUSE_OF_A_LEAD}
    >
      <PhoneNumber phone={person.phone} />
      <AnswerTo email={person.email} />
      <MailQuote>{person.note}</MailQuote>
      <MailButton href={addressOf(appUrl, person)}>Open the lead</MailButton>
    </MailLayout>
  ),
})

interface FurtherNote {
  body: string
  phone: string | null
  fromOwnBrowser: boolean
}

export const wroteAgainMail = (appUrl: string, title: string, person: Person, note: FurtherNote) => {
  const { body, phone, fromOwnBrowser } = note
  return {
    subject: oneLine(`${nameOf(person)} wrote again about ${title}`),
    body: (
      <MailLayout
        preview={oneLine([phone && formatPhone(phone), body].filter(Boolean).join(' · '))}
        heading={`${nameOf(person)} wrote again about ${title}`}
        footer={BECAUSE_OF_A_LEAD}
      >
        <PhoneNumber phone={person.phone} />
        <AnswerTo email={person.email} />
        {body && <MailQuote>{body}</MailQuote>}
        {phone && <MailText>Another phone number was given:</MailText>}
        {phone && <PhoneNumbers people={[{ name: 'New number', phone }]} />}
        {!fromOwnBrowser && <MailText>{NOT_CONFIRMED}</MailText>}
        <MailButton href={addressOf(appUrl, person)}>Open the lead</MailButton>
      </MailLayout>
    ),
  }
}

export const digestMail = (
  appUrl: string,
  title: string,
  people: Pick<Person, 'firstName' | 'lastName' | 'phone'>[],
) => {
  const heading = people.length === 1 ? `1 more lead for ${title}` : `${people.length} more leads for ${title}`
  const unnamed = people.length - NAMED
  return {
    subject: oneLine(heading),
    body: (
      <MailLayout
        preview="They came faster than a mail each."
        heading={heading}
        footer="You get this mail because many buyers left their details on your listing within an hour. You can switch these mails off in your settings."
      >
        <MailText>They came faster than a mail each, so here they are in one. All of them are in your leads.</MailText>
        <PhoneNumbers
          people={people.slice(0, NAMED).map(({ phone, ...person }) => ({ name: nameOf(person), phone }))}
        />
        {unnamed > 0 && <MailText>{`And ${unnamed} more.`}</MailText>}
        <MailButton href={`${appUrl}/portal/leads`}>See my leads</MailButton>
      </MailLayout>
    ),
  }
}

/** Whoever reads this address may never have heard of us, so nothing that a stranger typed is in it, not even a name. */
export const privateLinkMail = (link: string, title: string) => ({
  subject: oneLine(`Your documents for ${title}`),
  body: (
    <MailLayout
      preview="Your own link, on any device."
      heading={`The documents for ${title}`}
      footer="You get this mail because your details were left on this listing. If that was not you, ignore it, or open the link and erase them."
    >
      <MailText>
        This link opens the documents on any device, as often as you like. It’s yours alone, so please don’t pass it on.
      </MailText>
      <MailButton href={link}>Open the documents</MailButton>
      <MailText>
        On the same page you can see, correct or erase what you told the agent. To write to the agent, answer this mail.
      </MailText>
    </MailLayout>
  ),
})
