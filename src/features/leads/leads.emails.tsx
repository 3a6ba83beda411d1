import { MailButton } from '#platform/mail/MailButton.tsx'
import { MailLayout } from '#platform/mail/MailLayout.tsx'
import { MailText } from '#platform/mail/MailText.tsx'

interface Person {
  id: string
  firstName: string
  lastName: string
  email: string
  phone: string
  note: string
}

/** One line, whatever was typed: it becomes a part of a mail's head. */
const oneLine = (text: string) => text.replace(/\s+/g, ' ').slice(0, 200)

export const newLeadMail = (
  appUrl: string,
  title: string,
  { id, firstName, lastName, email, phone, note }: Person,
) => ({
  subject: oneLine(`New lead: ${firstName} ${lastName} for ${title}`),
  body: (
    <MailLayout
      preview={oneLine(`${phone} · ${note}`)}
      heading={`${firstName} ${lastName} asks about ${title}`}
      footer="You get this mail because a buyer left their details on your listing. You can switch these mails off in the settings."
    >
      <MailText>
        Phone: <a href={`tel:${phone.replace(/[^\d+]/g, '')}`}>{phone}</a>
      </MailText>
      <MailText>
        E-mail: <a href={`mailto:${email}`}>{email}</a> (answer this mail to write to them)
      </MailText>
      <MailText>{note}</MailText>
      <MailButton href={`${appUrl}/portal/leads?lead=${id}`}>Open the lead</MailButton>
    </MailLayout>
  ),
})

export const digestMail = (appUrl: string, title: string, leads: number) => ({
  subject: oneLine(`${leads} more leads for ${title}`),
  body: (
    <MailLayout
      preview="They came faster than a mail each."
      heading={`${leads} more leads for ${title}`}
      footer="You get this mail because many buyers left their details on your listing within an hour."
    >
      <MailText>
        So many buyers left their details that we put them into one mail. All of them are in your list.
      </MailText>
      <MailButton href={`${appUrl}/portal/leads`}>See my leads</MailButton>
    </MailLayout>
  ),
})

export const privateLinkMail = (link: string, title: string, firstName: string) => ({
  subject: oneLine(`Your documents for ${title}`),
  body: (
    <MailLayout
      preview="Your own link, on any device."
      heading={`The documents for ${title}`}
      footer="You get this mail because you left your details on this listing. If that was not you, ignore it, or open the link and erase them."
    >
      <MailText>
        Hello {firstName}, this link opens the documents on any device, as often as you like. It is yours alone: please
        do not pass it on.
      </MailText>
      <MailButton href={link}>Open the documents</MailButton>
      <MailText>On the same page you can see, correct or erase what you told the agent.</MailText>
    </MailLayout>
  ),
})
