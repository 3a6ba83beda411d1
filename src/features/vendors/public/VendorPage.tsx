import { useEffect } from 'react'
import { AgentCard } from '#features/accounts/public/AgentCard.tsx'
import { publicListingPath } from '#features/listings/listingUrls.ts'
import { photoSources } from '#features/listings/photoUrls.ts'
import { MessageScreen } from '#ui/feedback/ErrorScreens.tsx'
import { formatAmount, formatCount, fullName } from '#ui/format/format.ts'
import buttons from '#ui/theme/buttons.module.css'
import {
  comparisonTitle,
  countedText,
  countText,
  dayText,
  differingDaysText,
  FEWER_THAN_FIVE,
  hasBarsThisWeek,
  openHomeDay,
  PRIVACY_NOTE,
  quietWeekText,
  saleOrVisitLabel,
  saleOrVisitText,
  spanText,
  stateTexts,
  vendorChannelLabels,
  weekChange,
  weekTitle,
} from '../reportText.ts'
import type { VendorPageData } from '../server/vendorPage.server.ts'
import { recordVendorPageVisit } from '../vendorPage.functions.ts'
import type { VendorFigure, VendorReport } from '../vendors.schema.ts'
import { VendorDocuments } from './VendorDocuments.tsx'
import classes from './VendorPage.module.css'
import { ViewsByDay } from './ViewsByDay.tsx'

interface VendorPageProps {
  linkKey: string
  page: VendorPageData
}

/** How a campaign is going, for the vendor's phone. */
export function VendorPage({ linkKey, page }: VendorPageProps) {
  useRecordedVisit(linkKey)
  const { report, agent } = page
  return (
    <article className={classes.report}>
      <Head page={page} />
      <Words page={page} />
      <Figures report={report} />
      {report.days && hasBarsThisWeek(report.days) && <ViewsByDay {...report.days} />}
      <Channels report={report} />
      <VendorDocuments documents={report.documents} otherDocuments={report.otherDocuments} />
      <OpenHomes report={report} />
      <Comparison report={report} />
      <Next report={report} />
      <section className={classes.card} aria-labelledby="vendor-agent">
        <h2 id="vendor-agent" className={classes.heading}>
          Your agent
        </h2>
        {/* The agent’s own accent is made for white. */}
        <AgentCard {...agent} brandColour="var(--mantine-color-teal-9)" />
      </section>
      <footer className={classes.foot}>
        <a className={buttons.plain} href={`/vendor/report.pdf?key=${encodeURIComponent(linkKey)}`} download>
          Download PDF
        </a>
        <p>{PRIVACY_NOTE}</p>
        <p>This link is private. Anyone who has it can open this report.</p>
      </footer>
    </article>
  )
}

/** A person looks at the page: it has been in view for a moment. Programs that check links load it and leave. */
const LOOKED_AFTER_MS = 2_000

function useRecordedVisit(linkKey: string) {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const follow = () => {
      clearTimeout(timer)
      if (document.visibilityState !== 'visible') return
      timer = setTimeout(() => {
        document.removeEventListener('visibilitychange', follow)
        // Whether it was recorded makes no difference to the reader.
        recordVendorPageVisit({ data: { key: linkKey } }).catch(() => undefined)
      }, LOOKED_AFTER_MS)
    }
    follow()
    document.addEventListener('visibilitychange', follow)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', follow)
    }
  }, [linkKey])
}

function Head({ page: { report, cover, slug } }: { page: VendorPageData }) {
  const { title, address, state } = report.listing
  return (
    <header className={classes.head}>
      {cover && (
        <img className={classes.cover} {...photoSources(cover)} sizes="(min-width: 46em) 720px, 100vw" alt="" />
      )}
      <div className={classes.headText}>
        <p className={classes.state} data-state={state}>
          {stateTexts[state].label}
        </p>
        <h1 className={classes.title} dir="auto">
          {title}
        </h1>
        {address && address !== title && <p className={classes.quiet}>{address}</p>}
        <p className={classes.quiet}>{countedText(report)}</p>
        {report.publishedOn && stateTexts[state].text && <p className={classes.stateText}>{stateTexts[state].text}</p>}
        {slug && (
          <a className={classes.link} href={publicListingPath(slug)}>
            See what buyers see
          </a>
        )}
      </div>
    </header>
  )
}

function Words({ page: { report, agent } }: { page: VendorPageData }) {
  if (!report.words) return null
  return (
    <section className={classes.card} aria-label="From your agent">
      <blockquote className={classes.words} dir="auto">
        {report.words}
      </blockquote>
      <p className={classes.quiet}>
        <bdi>{fullName(agent) || 'Your agent'}</bdi>
        {report.wordsAt && `, ${openHomeDay(report.wordsAt, report.timeZone)}`}
      </p>
    </section>
  )
}

const figureLabels = { views: 'Views', visitors: 'Visitors', enquiries: 'Enquiries' } as const

function Figures({ report: { days, figures, listing } }: { report: VendorReport }) {
  if (!days) return null
  const { openHomeVisitors, ...counted } = figures
  const quiet = quietWeekText(counted)
  return (
    <section aria-labelledby="vendor-week">
      <h2 id="vendor-week" className={classes.heading}>
        {weekTitle(listing.state)} <span className={classes.span}>{spanText(days.span)}</span>
      </h2>
      {quiet && <p className={classes.quietWeek}>{quiet}</p>}
      <dl className={classes.tiles}>
        {!quiet &&
          (['views', 'visitors', 'enquiries'] as const).map((key) => (
            <Tile key={key} label={figureLabels[key]} figure={counted[key]} span={days.span} />
          ))}
        {openHomeVisitors !== null && (
          <div className={classes.tile}>
            <dt>At open homes</dt>
            <dd className={classes.number}>{formatAmount(openHomeVisitors)}</dd>
            <dd className={classes.note}>Visitors so far</dd>
          </div>
        )}
      </dl>
    </section>
  )
}

interface TileProps {
  label: string
  figure: VendorFigure
  span: { from: string; to: string }
}

function Tile({ label, figure, span }: TileProps) {
  const { week, total } = figure
  const change = weekChange(figure)
  const days = differingDaysText(week, span)
  return (
    <div className={classes.tile}>
      <dt>{label}</dt>
      <dd className={week ? classes.number : classes.few}>{countText(week)}</dd>
      {change && (
        <dd className={classes.change} data-direction={change.direction}>
          <span aria-hidden="true">
            {change.direction === 'up' && '▲ '}
            {change.direction === 'down' && '▼ '}
            {change.short}
          </span>
          <span className={classes.hidden}>{change.long}</span>
        </dd>
      )}
      {!change && days && <dd className={classes.note}>{days}</dd>}
      {total && (
        <dd className={classes.note}>
          {formatAmount(total.count)} since {dayText(total.from)}
        </dd>
      )}
    </div>
  )
}

function Channels({ report: { channels } }: { report: VendorReport }) {
  if (channels.length === 0) return null
  const most = Math.max(...channels.map(({ visitors }) => visitors))
  return (
    <section className={classes.card} aria-labelledby="vendor-channels">
      <h2 id="vendor-channels" className={classes.heading}>
        Where visitors came from
      </h2>
      <ul className={classes.bars}>
        {channels.map(({ channel, visitors, enquiries }) => (
          <li key={channel}>
            <span className={classes.barText}>
              <span>{vendorChannelLabels[channel]}</span>
              <span className={classes.barNumber}>
                <strong>{formatAmount(visitors)}</strong>
                <span className={classes.hidden}> visitors</span>
                {enquiries !== null && ` · ${formatAmount(enquiries)} enquiries`}
              </span>
            </span>
            <span className={classes.track} aria-hidden="true">
              <span className={classes.bar} style={{ width: `${(visitors / most) * 100}%` }} />
            </span>
          </li>
        ))}
      </ul>
      <p className={classes.quiet}>Visitors since your listing was published.</p>
    </section>
  )
}

function OpenHomes({ report: { openHomes, timeZone } }: { report: VendorReport }) {
  if (openHomes.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="vendor-open-homes">
      <h2 id="vendor-open-homes" className={classes.heading}>
        Open homes
      </h2>
      <dl className={classes.rows}>
        {openHomes.map(({ startsAt, visitors, isCounted }) => (
          <div key={startsAt.getTime()}>
            <dt>{openHomeDay(startsAt, timeZone)}</dt>
            <dd>
              {!isCounted
                ? 'Counted tomorrow'
                : visitors === null
                  ? `${FEWER_THAN_FIVE} visitors`
                  : formatCount(visitors, 'visitor')}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

function Comparison({ report: { comparison, figures } }: { report: VendorReport }) {
  const rows = comparison
    ? (['views', 'visitors', 'enquiries'] as const).flatMap((key) => {
        const [own, usual] = [figures[key].total, comparison.typical[key]]
        return own && usual !== null ? [{ key, own: own.count, usual }] : []
      })
    : []
  if (!comparison || rows.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="vendor-comparison">
      <h2 id="vendor-comparison" className={classes.heading}>
        Similar listings
      </h2>
      <p className={classes.quiet}>{comparisonTitle(comparison)}, after the same number of days on the market.</p>
      <dl className={classes.compared}>
        {rows.map(({ key, own, usual }) => (
          <div key={key}>
            <dt>{figureLabels[key]}</dt>
            <dd>
              <ComparedBar label="Yours" amount={own} most={Math.max(own, usual)} isOwn />
              <ComparedBar label="Usual" amount={usual} most={Math.max(own, usual)} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

interface ComparedBarProps {
  label: string
  amount: number
  most: number
  isOwn?: boolean
}

const ComparedBar = ({ label, amount, most, isOwn }: ComparedBarProps) => (
  <span className={classes.comparedRow}>
    <span>{label}</span>
    <span className={classes.track} aria-hidden="true">
      <span className={classes.bar} data-other={!isOwn || undefined} style={{ width: `${(amount / most) * 100}%` }} />
    </span>
    <span className={classes.comparedNumber}>
      {isOwn ? '' : 'about '}
      {formatAmount(amount)}
    </span>
  </span>
)

function Next({ report: { next, timeZone } }: { report: VendorReport }) {
  if (next.length === 0) return null
  return (
    <section className={classes.card} aria-labelledby="vendor-next">
      <h2 id="vendor-next" className={classes.heading}>
        What’s next
      </h2>
      <dl className={classes.rows}>
        {next.map((date) => (
          <div key={`${date.kind}${date.at.getTime()}`}>
            <dt>{saleOrVisitLabel(date)}</dt>
            <dd>{saleOrVisitText(date, timeZone)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** For a link that never was, and for one that was revoked. */
export const DeadVendorLink = () => (
  <MessageScreen heading="This link doesn’t work">
    Part of it may be missing, or your agent has switched it off. Open it from the email or message again, or ask your
    agent for a new one.
  </MessageScreen>
)
