import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { AgentSignature, DocumentNames, emailHeaderLine, type SharedListing } from '../leads.emails.tsx'

/** For someone who may never have heard of us: who invited them, what it is, and that the agent sees it. Nothing in it is a link but ours. */
export const invitationEmail = (
  link: string,
  inviter: string,
  { title, address, cover, documents, agent, sender }: SharedListing,
) => ({
  subject: emailHeaderLine(`${inviter} invites you to read the documents for ${title}`),
  body: (
    <EmailLayout
      sender={sender}
      preview="Your own link to the property’s documents."
      photo={cover ? { ...cover, alt: title } : undefined}
      heading={`${inviter} invites you to read the documents for ${title}`}
      footer={`You’re receiving this because ${inviter} gave us your address. If you don’t know them, ignore this email, or open the link and remove yourself.`}
    >
      {address && <EmailText>{address}</EmailText>}
      <EmailText>
        {`${inviter} is looking at this property and would like you to read its documents with them, such as the title or the building report. This link opens them on any device. It’s only for you, so please don’t share it.`}
      </EmailText>
      <EmailButton href={link}>Open the documents</EmailButton>
      <DocumentNames names={documents} />
      <EmailText>
        {`The agent${agent.name ? `, ${agent.name},` : ''} sees your name, your role, and which documents you read and for how long. ${inviter} only sees whether you’ve opened the link. You can remove yourself with the same link.`}
      </EmailText>
      <AgentSignature agent={agent} />
    </EmailLayout>
  ),
})
