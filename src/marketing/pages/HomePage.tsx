import { preload } from 'react-dom'
import { ActionAnchor, ActionLink, Actions, LiveExampleLink, type LiveExampleProps } from '../ActionLink.tsx'
import { Screenshot, StagedScreenshot } from '../screenshots/Screenshot.tsx'
import { screenshotFallbackUrl, screenshotSize, screenshotSourceSet } from '../screenshots/screenshots.ts'
import { FeatureSection, PointList, Section, StartTrialSection, TickList } from '../sections.tsx'
import classes from './HomePage.module.css'

interface HomePageProps extends LiveExampleProps {
  /** The path of the example's vendor report, if there is one. */
  vendorExamplePath: string | null
}

export function HomePage({ examplePath, vendorExamplePath }: HomePageProps) {
  return (
    <>
      <Hero examplePath={examplePath} />
      <PointList points={facts} className={classes.facts} />
      <Section title="From folder to lead in three steps" tone="grey">
        <Steps />
      </Section>
      <Stories examplePath={examplePath} vendorExamplePath={vendorExamplePath} />
      <Section title="Better for both sides of the sale" tone="grey">
        <TwoSides />
      </Section>
      <StartTrialSection />
    </>
  )
}

const facts = [
  { title: '500 MB', text: 'per document. Upload whole scans as they are.' },
  { title: '1 link', text: 'for the ad, the email and the sign.' },
  { title: '0 accounts', text: 'for buyers. They leave their details once.' },
  { title: '0 cookies', text: 'to count visits to your listing.' },
]

const steps = [
  {
    title: 'Drop in the files',
    text: 'Title, LIM, building report, draft agreement, floor plan and photos, all at once. We sort and name them for you.',
    device: 'laptop',
    picture: 'editor',
    alt: 'The photos and documents of a listing in the editor',
  },
  {
    title: 'Share one link',
    text: 'Every listing gets its own page, with a link, a QR code and a poster to print for the open home.',
    device: 'phone',
    picture: 'listing',
    alt: 'A listing with its photos on a phone',
  },
  {
    title: 'Call the buyer',
    text: 'They leave name, email and phone once and start reading. Seconds later their number is in your inbox.',
    device: 'sheet',
    picture: 'mail',
    alt: 'An email about a new lead, with the phone number first',
  },
] as const

const Steps = () => (
  <ol className={classes.steps}>
    {steps.map(({ title, text, device, picture, alt }) => (
      <li key={title} className={classes.step}>
        <StagedScreenshot device={device} name={picture} alt={alt} sizes={device === 'laptop' ? '640px' : '340px'} />
        <h3 className={classes.stepsTitle}>{title}</h3>
        <p className={classes.stepsText}>{text}</p>
      </li>
    ))}
  </ol>
)

function Stories({ examplePath, vendorExamplePath }: HomePageProps) {
  return (
    <>
      <FeatureSection
        title="Know what they read before you call"
        text="Every lead shows which documents the buyer opened, when, and how often they came back. Start the call with what matters to them."
        points={[
          'Hit reply to email the buyer',
          'A status and your own note on every lead',
          'Export the whole list as CSV whenever you like',
        ]}
        picture={
          <StagedScreenshot device="sheet" name="lead" alt="A lead with contact details and activity" sizes="380px" />
        }
      />
      <FeatureSection
        side="left"
        title="Large scans, small screens, no waiting"
        text="Documents open right on the page. The first page of a 300 MB scan appears while the rest is still loading. Nothing to install, no account to create."
        points={[
          'Search, thumbnails and pinch to zoom',
          'A private link by email opens the documents on any device',
          'New documents are flagged',
        ]}
        picture={
          <StagedScreenshot device="phone" name="reading" alt="A building report open on a phone" sizes="300px" />
        }
      >
        <LiveExampleLink examplePath={examplePath} />
      </FeatureSection>
      <FeatureSection
        side="below"
        title="Clear analytics, no cookies"
        text="Views, visitors, opened documents and leads, by day, city, device and referrer. Visitors who return on another day count again, and no IP address is stored."
        points={[
          'One listing or all of them, compared with the previous period',
          'From the first view to the lead: see where buyers stop',
          'Every event in a live log, and as CSV',
        ]}
        picture={
          <StagedScreenshot
            device="laptop"
            name="analytics"
            alt="Views and visitors over the last 30 days"
            sizes="(min-width: 62em) 1040px, 640px"
          />
        }
      >
        <Actions>
          <ActionLink to="/features" look="plain">
            See all features
          </ActionLink>
          {vendorExamplePath && (
            <ActionAnchor href={vendorExamplePath} look="plain">
              See what your vendor sees
            </ActionAnchor>
          )}
        </Actions>
      </FeatureSection>
    </>
  )
}

const sides = [
  {
    title: 'For agents',
    points: [
      'Every listing’s documents in one place, in order and up to date',
      'No more sending the same documents to each buyer by hand',
      'Every enquiry with name, phone, email and note',
      'Open homes checked in at the door, with or without a signal',
      'A report for the vendor, updated every morning, with nothing for you to write',
      'Replace a document and the link in the ad still works',
    ],
  },
  {
    title: 'For buyers',
    points: [
      'Free, with no account and no app',
      'Easy to read on a phone, at the open home or on the sofa',
      'See which documents there are before leaving any details',
      'View, edit or delete your details yourself',
    ],
  },
]

const TwoSides = () => (
  <div className={classes.sides}>
    {sides.map(({ title, points }) => (
      <div key={title} className={classes.side}>
        <h3 className={classes.sidesTitle}>{title}</h3>
        <TickList items={points} />
      </div>
    ))}
  </div>
)

/** A dashboard is unreadable at the width of a phone, so phones show the buyer's view. */
const small = { media: '(max-width: 47.99em)', name: 'listing', sizes: '300px' } as const
const large = { media: '(min-width: 48em)', name: 'dashboard', sizes: '(min-width: 76em) 1080px, 92vw' } as const

function Hero({ examplePath }: LiveExampleProps) {
  // Preloaded in the document head, so the browser fetches it before it parses the page.
  for (const { name, sizes, media } of [small, large])
    preload(screenshotFallbackUrl(name), {
      as: 'image',
      type: 'image/avif',
      imageSrcSet: screenshotSourceSet(name, 'avif'),
      imageSizes: sizes,
      fetchPriority: 'high',
      media,
    })
  return (
    <div className={classes.hero}>
      <div className={classes.inner}>
        <div className={classes.text}>
          <h1 className={classes.title}>Property files made easy for agents & buyers</h1>
          <div>
            <p className={classes.lead}>
              Put the title, the LIM and the building report behind one link. Buyers read them for free, and you get
              qualified leads straight to your inbox.
            </p>
            <Actions>
              <ActionLink to="/get-started" large>
                Start free trial
              </ActionLink>
              {examplePath ? (
                <LiveExampleLink examplePath={examplePath} large />
              ) : (
                <ActionLink to="/features" look="plain" large>
                  See how it works
                </ActionLink>
              )}
            </Actions>
            <p className={classes.promise}>30-day free trial · 30-day money-back guarantee</p>
          </div>
        </div>
        <div className={classes.stage}>
          <div className={classes.screen}>
            <picture>
              {[small, large].flatMap(({ name, sizes, media }) =>
                (['avif', 'webp'] as const).map((format) => (
                  <source
                    key={name + format}
                    type={`image/${format}`}
                    srcSet={screenshotSourceSet(name, format)}
                    {...screenshotSize(name)}
                    sizes={sizes}
                    media={media}
                  />
                )),
              )}
              <img
                className={classes.picture}
                src={screenshotFallbackUrl('dashboard')}
                {...screenshotSize('dashboard')}
                alt="The dashboard of Property Files, and a listing as buyers see it"
                fetchPriority="high"
              />
            </picture>
          </div>
          <div className={classes.phone}>
            <Screenshot device="phone" name="listing" alt="A listing on a buyer’s phone" sizes="240px" />
          </div>
        </div>
      </div>
    </div>
  )
}
