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
  'This came from another browser and isn’t confirmed by email. If it matters, call the buyer on the number you already have.'

export const newLeadMail = (appUrl: string, title: string, person: Person) => ({
  subject: oneLine(`New lead: ${nameOf(person)} for ${title}`),
  body: (
    <MailLayout
      preview={oneLine([formatPhone(person.phone), person.note].filter(Boolean).join(' · '))}
      heading={`${nameOf(person)} is interested in ${title}`}
      footer={BECAUSE_OF_A_LEAD}
    >
      <PhoneNumber phone={person.phone} />
      <AnswerTo email={person.email} />
      {person.note && <MailQuote>{person.note}</MailQuote>}
      <MailButton href={addressOf(appUrl, person)}>Open lead</MailButton>
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
        {phone && <MailText>They left a different phone number:</MailText>}
        {phone && <PhoneNumbers people={[{ name: 'New number', phone }]} />}
        {!fromOwnBrowser && <MailText>{NOT_CONFIRMED}</MailText>}
        <MailButton href={addressOf(appUrl, person)}>Open lead</MailButton>
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
        preview="You’ve had a lot of enquiries."
        heading={heading}
        footer="You’re receiving this because many buyers left their details on your listing within an hour. You can switch these emails off in your settings."
      >
        <MailText>
          You’ve had a lot of enquiries, so we’ve combined them in one email. They’re all in your leads.
        </MailText>
        <PhoneNumbers
          people={people.slice(0, NAMED).map(({ phone, ...person }) => ({ name: nameOf(person), phone }))}
        />
        {unnamed > 0 && <MailText>{`And ${unnamed} more.`}</MailText>}
        <MailButton href={`${appUrl}/portal/leads`}>View leads</MailButton>
      </MailLayout>
    ),
  }
}

/** The owner of this address may never have heard of us, so it contains nothing that a stranger typed, not even a name. */
export const privateLinkMail = (link: string, title: string) => ({
  subject: oneLine(`Your documents for ${title}`),
  body: (
    <MailLayout
      preview="Your private link, for any device."
      heading={`The documents for ${title}`}
      footer="You’re receiving this because someone left your details on this listing. If that wasn’t you, ignore this email, or open the link and delete them."
    >
      <MailText>
        This link opens the documents on any device, as often as you like. It’s only for you, so please don’t share it.
      </MailText>
      <MailButton href={link}>Open the documents</MailButton>
      <MailText>
        On the same page you can view, edit or delete your details. To contact the agent, reply to this email.
      </MailText>
    </MailLayout>
  ),
})
