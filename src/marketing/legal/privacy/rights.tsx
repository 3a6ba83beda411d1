import type { Operator } from '#platform/operator.functions.ts'
import type { LegalSection } from '../LegalPage.tsx'
import { MailTo } from '../MailTo.tsx'

export const rights = ({ contact }: Operator): LegalSection[] => [
  {
    id: 'your-rights',
    title: 'Your rights',
    body: (
      <>
        <p>
          <strong>As a buyer</strong> you see, download, correct and erase your details on the page of your private
          link. Erasing takes effect at once: the lead, its notifications and our mails about it are gone, and the link
          opens nothing any more. What the agent has already read, or has in their own inbox, is theirs to delete:
          please ask them.
        </p>
        <p>
          <strong>As an agent</strong> you correct your details in the settings, take everything along as one zip, and
          delete your account.
        </p>
        <p>
          Have you lost the link, or want something else? Write to <MailTo contact={contact} />. We answer within 20
          working days, and mostly much sooner. We may have to make sure that it is really you.
        </p>
      </>
    ),
  },
  {
    id: 'nz',
    title: 'New Zealand: the Privacy Act 2020',
    body: (
      <>
        <p>The Act has thirteen principles. This is how we keep them:</p>
        <ol>
          <li>We collect only what the purposes above need.</li>
          <li>We collect it from you yourself.</li>
          <li>The form says, before you send it, who receives your details and why.</li>
          <li>We collect fairly and not more than we must: no tracking across sites, no hidden fields.</li>
          <li>We guard it, as described under “How we guard it”.</li>
          <li>You can see it.</li>
          <li>You can correct it.</li>
          <li>We show you what you typed, so that it can be right before it is used.</li>
          <li>We keep it no longer than the table above says.</li>
          <li>We use it for what it was given for.</li>
          <li>We disclose it to the agent of the listing, and to those who handle data for us.</li>
          <li>If any of these is overseas, we choose those who protect it in a comparable way.</li>
          <li>We give people no numbers that others could use to recognise them.</li>
        </ol>
        <p>
          If we cannot settle a concern between us, you may complain to the{' '}
          <a href="https://www.privacy.org.nz/">Office of the Privacy Commissioner</a>.
        </p>
      </>
    ),
  },
  {
    id: 'gdpr',
    title: 'European Union and United Kingdom: the GDPR',
    body: (
      <>
        <p>Where the GDPR applies, we rely on these grounds (article 6, paragraph 1):</p>
        <ul>
          <li>
            <strong>contract (b)</strong>: an agent’s account and subscription; a buyer’s request to open documents and
            hear from the agent;
          </li>
          <li>
            <strong>legitimate interest (f)</strong>: counting visits without recognising people, and guarding the
            service against abuse;
          </li>
          <li>
            <strong>legal duty (c)</strong>: invoices.
          </li>
        </ul>
        <p>
          You have the right to access, correction, erasure, restriction, to take your data along, and to object. For a
          buyer’s details we are the agent’s processor, on the terms of this page. We make no decisions about people by
          machine. You may complain to the data protection authority where you live.
        </p>
      </>
    ),
  },
  {
    id: 'changes',
    title: 'Changes',
    body: (
      <p>
        When we change how we treat data, we change this page and its date first. Agents are told by email when it makes
        a difference to them or to their buyers.
      </p>
    ),
  },
]
