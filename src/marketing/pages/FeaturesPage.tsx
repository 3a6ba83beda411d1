import { LiveExampleLink, type LiveExampleProps } from '../ActionLink.tsx'
import { type Device, StagedScreenshot } from '../screenshots/Screenshot.tsx'
import type { ScreenshotName } from '../screenshots/screenshots.ts'
import { FeatureSection, PageIntro, Section, StartTrialSection } from '../sections.tsx'
import classes from './FeaturesPage.module.css'

export function FeaturesPage({ examplePath }: LiveExampleProps) {
  return (
    <>
      <PageIntro
        title="From a folder of scans to a qualified lead"
        lead="One place for a property’s documents, one link to share them, and a lead for every buyer who opens them."
      >
        <nav aria-label="On this page" className={classes.contents}>
          {features.map(({ id, label }) => (
            <a key={id} href={`#${id}`}>
              {label}
            </a>
          ))}
        </nav>
      </PageIntro>
      {features.map(({ id, title, text, points, device, picture, alt }, index) => (
        <FeatureSection
          key={id}
          id={id}
          title={title}
          text={text}
          points={points}
          side={device === 'laptop' ? 'below' : index % 2 === 0 ? 'right' : 'left'}
          picture={<StagedScreenshot device={device} name={picture} alt={alt} sizes={imageSizes[device]} />}
        >
          {id === 'listing' && <LiveExampleLink examplePath={examplePath} />}
        </FeatureSection>
      ))}
      <Section title="The details you’ll appreciate later" tone="grey">
        <ul className={classes.rest}>
          {details.map(({ title, text }) => (
            <li key={title}>
              <h3 className={classes.restTitle}>{title}</h3>
              <p className={classes.restText}>{text}</p>
            </li>
          ))}
        </ul>
      </Section>
      <StartTrialSection />
    </>
  )
}

const imageSizes = { laptop: '(min-width: 62em) 1040px, 640px', phone: '300px', sheet: '380px' }

interface Feature {
  id: string
  /** Its name in the page's table of contents. */
  label: string
  title: string
  text: string
  points: string[]
  device: Device
  picture: ScreenshotName
  alt: string
}

/** In the order a listing goes through: from the agent's folder to the agent's phone. */
const features: Feature[] = [
  {
    id: 'files',
    label: 'Files',
    title: 'Drop in a folder, get an ordered list',
    text: 'Drop photos and documents anywhere on the page, even a whole folder. We sort them and give each a clear name.',
    points: [
      'Up to 500 MB per document: PDF, Word, Excel, images and video',
      'Interrupted uploads resume where they stopped, even after a reload',
      'Photos from any phone, resized for the web with their location data removed',
      'Reorder by drag or keyboard; replace a document and its link stays the same',
    ],
    device: 'laptop',
    picture: 'editor',
    alt: 'Photos and documents of a listing in the editor',
  },
  {
    id: 'listing',
    label: 'Listing page',
    title: 'Fast on any phone',
    text: 'Photos to swipe, the description, your contact card and the list of documents. Built for phones on mobile data, and just as good on a laptop.',
    points: [
      'One link, a QR code and an A4 poster to print for the window',
      'Looks right when it’s shared, with photo, title and description',
      'Stays a draft until you publish it, with a checklist of what’s missing',
      'Works with screen readers, and without JavaScript up to the form',
    ],
    device: 'phone',
    picture: 'listing',
    alt: 'A listing with photos, title and the agent on a phone',
  },
  {
    id: 'reading',
    label: 'Reading',
    title: 'Details once, then they just read',
    text: 'Everyone can see which documents there are. Opening the first one asks for name, email and phone once, and unlocks them all straight away.',
    points: [
      'Documents open on the page: no download, no app',
      'A private link by email opens them on any device',
      'Download everything as one zip for the lawyer and the builder',
      'An invisible bot check: no CAPTCHAs',
    ],
    device: 'phone',
    picture: 'reading',
    alt: 'A document open on a phone',
  },
  {
    id: 'leads',
    label: 'Leads',
    title: 'Straight to your inbox, phone number first',
    text: 'Seconds after a buyer sends the form you have an email with their phone number at the top. If email is down, we keep it and send it later, so no enquiry is lost.',
    points: [
      'Hit reply to email the buyer',
      'A buyer who asks again stays one lead, with what they added',
      'More than 20 enquiries an hour on a listing are combined into one email',
      'The bell in the portal updates without a reload',
    ],
    device: 'sheet',
    picture: 'mail',
    alt: 'An email about a new lead',
  },
  {
    id: 'journeys',
    label: 'Buyer activity',
    title: 'See what a buyer cares about',
    text: 'Every lead has a timeline: when they visited, which documents they opened and what they downloaded. Your status, your note and a call button sit right beside it.',
    points: [
      'Search by name, email or phone, however it’s written',
      'Five stages from new to closed, and an archive with undo',
      'Remove a buyer’s access at any time',
      'Export as CSV, safe to open in any spreadsheet',
    ],
    device: 'sheet',
    picture: 'lead',
    alt: 'A lead with contact details, status and timeline',
  },
  {
    id: 'analytics',
    label: 'Analytics',
    title: 'Proof for the vendor, without cookies',
    text: 'How many people looked, where they came from, which device they used and how far they got. The numbers agree on every page, and every bar is a filter.',
    points: [
      'Views, visitors, opened documents, leads and conversion, compared with the previous period',
      'Cities, devices, referrers and documents; your own visits and bots don’t count',
      'No cookies and no stored IP addresses; visitors who return on another day count again',
      'A live log of every event, and all of it as CSV',
    ],
    device: 'laptop',
    picture: 'analytics',
    alt: 'Metrics and a chart of the last 30 days',
  },
]

const details = [
  {
    title: 'Vendors kept informed',
    text: 'A private link shows the vendor views, enquiries, what’s read and what’s next, updated every morning and emailed each week. Never who.',
  },
  {
    title: 'One message to every buyer',
    text: 'Auction brought forward, new price or open home: tell everyone on a listing at once, and see who hasn’t seen it yet.',
  },
  {
    title: 'Open homes without paper',
    text: 'Visitors check in on your tablet or their own phone, even with no signal. Afterwards you have a ranked call list.',
  },
  {
    title: 'Your week at a glance',
    text: 'The open homes, auctions, deadlines and reminders for all your listings in one calendar, and in the one on your phone.',
  },
  {
    title: 'Mistakes can be undone',
    text: 'Archiving can be undone, forms keep what you typed, and two tabs can’t silently overwrite each other.',
  },
  {
    title: 'Your data stays yours',
    text: 'Download your listings, files and leads as one zip from settings at any time, even after you cancel.',
  },
  {
    title: 'Buyers stay in control',
    text: 'With their private link, buyers can view, download, edit and delete the details they gave you.',
  },
  {
    title: 'Nothing slips through',
    text: 'The dashboard shows which leads still need a reply and which listings have no photos yet.',
  },
  {
    title: 'Safe sign-in',
    text: 'See every signed-in device and sign it out with one click. We email you when a new one signs in.',
  },
  {
    title: 'For everyone',
    text: 'Works with keyboard and screen reader, at 200% zoom, and with reduced motion for those who prefer it.',
  },
]
