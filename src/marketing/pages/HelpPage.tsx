import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { supportEmail } from '#platform/http/pageContext.ts'
import { emailLink } from '#ui/format/contactLinks.ts'
import { ActionAnchor } from '../ActionLink.tsx'
import { PageIntro, Section } from '../sections.tsx'
import classes from './HelpPage.module.css'

interface Question {
  /** Target of links to the answer. */
  id: string
  title: string
  answer: ReactNode
}

/** The most asked questions, for buyers first: they have no other page about the product. */
export function HelpPage() {
  const email = supportEmail()
  return (
    <>
      <PageIntro title="Help" lead="Short answers to what buyers and agents ask most.">
        <nav aria-label="On this page" className={classes.contents}>
          <a href="#buyers">For buyers</a>
          <a href="#agents">For agents</a>
          <a href="#office">Set up your office</a>
          {email && <a href="#contact">Contact us</a>}
        </nav>
      </PageIntro>
      <div id="buyers" className={classes.target}>
        <Section title="For buyers">
          <QuestionList questions={buyerQuestions} />
        </Section>
      </div>
      <div id="agents" className={classes.target}>
        <Section title="For agents" tone="grey">
          <QuestionList questions={agentQuestions(email)} />
        </Section>
      </div>
      <div id="office" className={classes.target}>
        <Section
          title="Set up your office in ten minutes"
          lead="For owners and managers. It’s all under Your agency, in your account menu."
        >
          <QuestionList questions={officeSteps} />
        </Section>
      </div>
      {email && (
        <div id="contact" className={classes.target}>
          <Section
            tone="grey"
            title="Still stuck?"
            lead="Tell us what you were doing and what happened. For questions about a property, please contact its agent."
          >
            <ActionAnchor href={emailLink(email)} large>
              Contact us
            </ActionAnchor>
            <p className={classes.address}>{email}</p>
          </Section>
        </div>
      )}
    </>
  )
}

const QuestionList = ({ questions }: { questions: Question[] }) => (
  <dl className={classes.questions}>
    {questions.map(({ id, title, answer }) => (
      <div key={id} id={id} className={classes.target}>
        <dt>{title}</dt>
        <dd>{answer}</dd>
      </div>
    ))}
  </dl>
)

const buyerQuestions: Question[] = [
  {
    id: 'free',
    title: 'Do I need an account, and does it cost anything?',
    answer:
      'No. Reading is free and there’s no account. The first time you open one of a listing’s documents, we ask for your name, email and phone number. After that, all its documents open straight away.',
  },
  {
    id: 'private-link',
    title: 'Where’s my private link?',
    answer:
      'We email it to you when you leave your details. It opens the documents on any device, as often as you like. Nothing after a few minutes? Check your spam folder. If it isn’t there, enter your details on the listing again, and we’ll send the link once more.',
  },
  {
    id: 'who-sees',
    title: 'Who gets my details?',
    answer:
      'The listing’s agent. They get your name, email, phone number and note, and can see when you viewed the listing and which documents you opened or downloaded, and how long you read each page. We don’t sell your details or use them for advertising.',
  },
  {
    id: 'delete-details',
    title: 'How do I change or delete my details?',
    answer:
      'Open your private link and scroll to “Your details”. There you can edit, download and delete them. Deleting takes effect straight away. We can’t delete what the agent has already exported or received by email, so please ask them.',
  },
]

const agentQuestions = (email: string | undefined): Question[] => [
  {
    id: 'first-password',
    title: 'I’ve started my trial. How do I get in?',
    answer:
      'We email you a link to create your password. Creating it signs you in. The link works for 7 days. If it has expired, open it anyway and select “Send a new link”. No email? Check your spam folder, or select “Send again” on the page you saw after the checkout.',
  },
  {
    id: 'wrong-address',
    title: 'I entered the wrong email address at the checkout. What now?',
    answer: (
      <>
        Don’t start again: there’s one free trial for each card.{' '}
        {email ? (
          <>
            Email us at <a href={emailLink(email)}>{email}</a>
          </>
        ) : (
          <>
            Write to the address in our <Link to="/privacy-policy">privacy policy</Link>
          </>
        )}{' '}
        with the wrong address, the right one, and the last four digits of the card. Once we’ve corrected it, select
        “Send again” on the page you saw after the checkout.
      </>
    ),
  },
  {
    id: 'documents-by-email',
    title: 'Can I email documents to a listing?',
    answer:
      'Yes. Open the listing, go to “From email” and select “Create email address”. Send or forward documents there, from your computer or phone. We name and sort them and email you back. Reply with OK to add them, or check and accept them on the listing’s page. Buyers see nothing before that. Send from the address you sign in with. We hold what others send until you’ve checked it. If the wrong people have the address, select “Replace this address”.',
  },
  {
    id: 'open-homes',
    title: 'How do I run an open home?',
    answer:
      'Add the open home under Sale in the listing’s editor, then open it there. Print the gate poster: visitors scan it and check in on their own phone, from an hour before until an hour after. Everyone who leaves their details becomes a lead with the words they agreed to, and gets a private link to the documents by email. A quarter of an hour after the end you get one email with who came. The open home’s page lists them, keenest first, with call buttons. There you can add someone who signed in on paper, correct the count, and email the documents to everyone in one tap. If you lose a device that was at the door, select “I’ve lost this device”. Check-ins it hasn’t sent yet won’t be accepted.',
  },
  {
    id: 'forgotten-password',
    title: 'I’ve forgotten my password',
    answer: (
      <>
        <Link to="/reset-password">Ask for a reset link</Link>. It works for one hour. Your old password works until you
        set a new one, which signs you out on your other devices.
      </>
    ),
  },
  {
    id: 'uploads',
    title: 'What can I upload?',
    answer:
      'PDF, Word, Excel and PowerPoint documents, text and CSV files, JPEG, PNG, WebP, HEIC and GIF images, and MP4 video, up to 500 MB each. An interrupted upload resumes where it stopped.',
  },
  {
    id: 'lead-emails',
    title: 'A buyer left their details, but I got no email',
    answer:
      'Every lead is in the portal, under Leads, even if the email doesn’t reach you. Check your spam folder, and that “New lead” is on in Settings, under Email notifications. More than 20 enquiries an hour on one listing come as one email.',
  },
  {
    id: 'messages',
    title: 'How do I tell everyone who asked about a listing?',
    answer:
      'Open the listing and select “Message buyers”. Choose what’s new and who gets it, see the email as each buyer will, and send it now or later. You can cancel it until it goes out. “Messages” in the listing’s menu shows who has opened it, and who to call. If an auction is brought forward, “Bring auction forward” changes the date and tells everyone at once.',
  },
  {
    id: 'calendar',
    title: 'Can I see open homes and reminders in my own calendar?',
    answer:
      'Yes. Open Calendar in the portal, select “Subscribe” and add the private link to your Google, Apple or Outlook calendar. It shows the dates of the listings you run and updates by itself. Reminders don’t name the buyer. You can replace or revoke the link at any time. Some calendars read new dates only every few hours.',
  },
  {
    id: 'vendor-report',
    title: 'How do I keep my vendor informed?',
    answer:
      'Open the listing, scroll to “Vendor report” and add your vendor’s name. They get a private page with views, enquiries, what buyers read and what comes next, and with an email address a short email every Friday at 4 pm. There’s nothing more to do. If you like, write a few words for the week, look at the email first, skip one, or choose another time. Vendors never see who the buyers are, and numbers under five are left out. You see whether they’ve opened the page, and can revoke a link at any time. After the sale they get one last email.',
  },
  {
    id: 'prove',
    title: 'How do I show who received which document?',
    answer: (
      <>
        Select “Record” in a listing’s menu. It shows which documents were available, who was given access, and what
        they opened, read and confirmed. Nobody can change it, and you can download it as a signed certificate. Anyone
        can <Link to="/verify">verify a certificate</Link>. It shows what happened here, not what was said elsewhere,
        and it isn’t legal advice.
      </>
    ),
  },
  {
    id: 'team',
    title: 'Can I work with colleagues?',
    answer: (
      <>
        Yes. Invite them under Your agency, share listings and assign leads. Everyone signs in with their own password.{' '}
        <a href="#office">Set up your office in ten minutes</a>.
      </>
    ),
  },
  {
    id: 'cancel',
    title: 'How do I cancel or get my money back?',
    answer:
      'Cancel in Settings, under Billing. During the trial you pay nothing. Your published pages stay up, and leads still reach you. For your money back, reply to any of our emails with “money back” within 30 days of your first payment.',
  },
]

/** docs/set-up-your-office.md says the same with more words. */
const officeSteps: Question[] = [
  {
    id: 'office-brand',
    title: '1. Add your brand (2 minutes)',
    answer:
      'Open Brand and add your agency’s name, logo, colour, website, and the wording the law requires next to your name. Buyers see them on listings, posters, emails and certificates. If your colour would be hard to read, we use ours.',
  },
  {
    id: 'office-invite',
    title: '2. Invite your colleagues (3 minutes)',
    answer:
      'Open Members, select “Invite a colleague” and choose a role. The link we email works for 7 days, and you can send it again or withdraw it. Someone who already has an account joins with it. Each member and each open invitation takes a seat. If you need another seat, we show you the price first.',
  },
  {
    id: 'office-roles',
    title: 'Which role should I choose?',
    answer: (
      <ul>
        <li>Agents see their own listings and those shared with them.</li>
        <li>Assistants work for the agents you select.</li>
        <li>Managers see all listings and leads, and look after agents, assistants and the brand.</li>
        <li>Owners also look after billing, managers and the agency’s data.</li>
      </ul>
    ),
  },
  {
    id: 'office-share',
    title: '3. Share a listing (2 minutes)',
    answer:
      'Each listing has a lead agent and up to three co-agents. Open the listing and add them under “Who runs this listing”. Buyers see all of them, and each hears about new leads. Assign a lead to the colleague who’ll call back. For a copy of every new-lead email, add your office’s address under Brand.',
  },
  {
    id: 'office-overview',
    title: '4. See the whole office (1 minute)',
    answer:
      'Owners and managers see everyone’s listings, leads and figures, and can narrow them to one agent. Activity shows who did what in the last 12 months, with a CSV export.',
  },
  {
    id: 'office-leaving',
    title: '5. When someone leaves (2 minutes)',
    answer:
      'Under Members, open the person’s menu and select “Remove from agency”. Their listings, leads, reminders and files go to the colleague you choose, and links keep working. They lose access straight away. The last owner and the payer can’t leave until another owner takes over.',
  },
  {
    id: 'office-crm',
    title: 'Optional: connect your CRM and your website',
    answer:
      'Open Connections. To bring in listings, upload a REAXML file from your CRM. To send it new leads, add its email address and select a format, open the link we send there, and send a test lead. To show a listing’s documents on your own website, add the website, select the listing, and paste the code into your page.',
  },
]
