import type { PictureName } from '../pictures/pictures.ts'

interface Feature {
  id: string
  /** In the list of what is on the page. */
  label: string
  title: string
  text: string
  points: string[]
  holds: 'laptop' | 'phone' | 'sheet'
  picture: PictureName
  alt: string
}

/** In the order of the loop: from the agent's folder to the agent's phone. */
export const features: Feature[] = [
  {
    id: 'files',
    label: 'Files',
    title: 'A folder goes in, an ordered list comes out',
    text: 'Drop photos and documents anywhere on the page, even a whole folder. Each finds its place and gets a proper name.',
    points: [
      'Up to 500 MB for each document: PDF, Word, Excel, pictures, video',
      'An interrupted upload carries on where it stopped, also after a reload',
      'Photos from any phone, made light for the web and freed of where they were taken',
      'Order by drag or by keyboard; replace a document and its link stays',
    ],
    holds: 'laptop',
    picture: 'editor',
    alt: 'Photos and documents of a listing in the editor',
  },
  {
    id: 'listing',
    label: 'The listing page',
    title: 'A page that is there when the thumb is',
    text: 'Photos to swipe, the words, your card with call and mail, and the list of documents. Built for phones on mobile data, and good on a laptop.',
    points: [
      'One link, a QR code and an A4 poster to print for the window',
      'Looks right when it is shared: picture, title and description of the home',
      'A draft until you publish it, with a list of what buyers still miss',
      'Works without a script up to the form, and for screen readers',
    ],
    holds: 'phone',
    picture: 'listing',
    alt: 'A listing with photos, title and the agent on a phone',
  },
  {
    id: 'reading',
    label: 'Reading',
    title: 'Details once, then they just read',
    text: 'Everybody sees which documents there are. Opening the first asks for name, e-mail and phone, a single time, and opens them all in that moment.',
    points: [
      'Documents open in the page, piece by piece: no download, no app',
      'A private link by e-mail opens them on any other device',
      'Everything as one zip for the lawyer and the builder',
      'Bots are kept out unseen: nobody picks traffic lights',
    ],
    holds: 'phone',
    picture: 'reading',
    alt: 'A document, open on a phone',
  },
  {
    id: 'leads',
    label: 'Leads',
    title: 'Straight to your inbox, number first',
    text: 'Within seconds of the form you have a mail with the phone number on top. It is stored and sent as one step, so no enquiry is lost over a broken mail server.',
    points: [
      'Press reply, and you are writing to the buyer',
      'The same buyer again is the same lead, with what they added',
      'More than 20 in an hour on one listing come as one digest with names and numbers',
      'The bell in the portal knows at once, without a reload',
    ],
    holds: 'sheet',
    picture: 'mail',
    alt: 'A mail about a new lead',
  },
  {
    id: 'journeys',
    label: 'Journeys',
    title: 'See what a buyer cares about',
    text: 'Each lead has a timeline: when they looked, which documents they opened, what they took along. Your status, your note and one press to call are beside it.',
    points: [
      'Search by name, mail or phone, however it is written',
      'Five stages from new to closed, and an archive with undo',
      'Close the documents to somebody at any time',
      'Export as CSV, safe to open in any spreadsheet',
    ],
    holds: 'sheet',
    picture: 'lead',
    alt: 'A lead with contact details, status and timeline',
  },
  {
    id: 'analytics',
    label: 'Analytics',
    title: 'Proof for the vendor, without cookies',
    text: 'How many looked, from where, on what, and how far they went. Every number on every page agrees, and each bar is a filter.',
    points: [
      'Views, visitors, opened documents, leads and conversion, next to the time before',
      'Cities, devices, referrers and documents; your own visits and bots do not count',
      'No cookie, no IP address, nobody recognised for longer than a day',
      'A live log of every event, and all of it as CSV',
    ],
    holds: 'laptop',
    picture: 'analytics',
    alt: 'Figures and a chart of the last 30 days',
  },
]
