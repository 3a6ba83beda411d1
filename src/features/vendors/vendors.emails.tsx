import { AgentSignature, emailHeaderLine, QuotedText, type SharedListing } from '#features/leads/leads.emails.tsx'
import { saleDateNames } from '#features/listings/facts/factTexts.ts'
import { EmailButton, EmailLayout, EmailText, emailColours } from '#platform/mail/EmailLayout.tsx'
import { emailDateTime } from '#ui/format/dates.ts'
import { formatNumber } from '#ui/format/format.ts'
import { quietWeekText } from './reportText.ts'
import type { VendorDate, VendorFigure, VendorReport } from './vendors.schema.ts'

/** The agent gives someone their private link. */
export const vendorLinkEmail = (link: string, { title, address, agent, sender, cover }: SharedListing) => {
  const from = agent.name || 'Your agent'
  return {
    subject: emailHeaderLine(`How the sale of ${title} is going`),
    body: (
      <EmailLayout
        sender={sender}
        preview="Views, enquiries and what buyers read, on a page just for you."
        photo={cover ? { ...cover, alt: title } : undefined}
        heading={`How the sale of ${title} is going`}
        footer={`You’re receiving this because ${from} is keeping you up to date with this sale.`}
      >
        {address && <EmailText>{address}</EmailText>}
        <EmailText>
          {`${from} has made a page for you. It shows how many people have looked at the property, how many have enquired, which documents they read, and what comes next. It’s updated every morning.`}
        </EmailText>
        <EmailButton href={link}>Open the report</EmailButton>
        <EmailText>
          The link is private. Anyone who has it can open the page, so only pass it on to people you trust.
        </EmailText>
        <AgentSignature agent={agent} />
      </EmailLayout>
    ),
  }
}

interface WeeklyReport {
  listing: SharedListing
  /** As it is on the vendor's page. */
  report: Pick<VendorReport, 'figures' | 'next' | 'timeZone'>
  /** What the agent wrote since the last email. Empty if nothing. */
  words: string
  /** The property is sold: no other report follows. */
  isFinal: boolean
}

/** The week beside the week before. */
export function weeklyReportEmail(link: string, { listing, report, words, isFinal }: WeeklyReport) {
  const { title, address, agent, sender } = listing
  const { figures, next, timeZone } = report
  const from = agent.name || 'Your agent'
  const heading = isFinal ? `${title} is sold` : `${title} this week`
  const rows = [
    figureText(figures.views, 'view'),
    figureText(figures.visitors, 'visitor'),
    figureText(figures.enquiries, 'enquiry', 'enquiries'),
  ]
  const quietWeek = quietWeekText(figures)
  const isAnyLeftOut = quietWeek !== '' || rows.some(({ isLeftOut }) => isLeftOut)
  return {
    subject: emailHeaderLine(isFinal ? `${title} is sold: your last report` : `${title}: your weekly report`),
    body: (
      <EmailLayout
        sender={sender}
        preview={emailHeaderLine(words || quietWeek || rows.map(({ now }) => now).join(', '))}
        heading={heading}
        footer={
          isFinal
            ? `You’re receiving this because ${from} has kept you up to date with this sale. This is the last of these emails.`
            : `You’re receiving this because ${from} is keeping you up to date with this sale. We send it once a week.`
        }
      >
        {address && <EmailText>{address}</EmailText>}
        {words && <QuotedText>{words}</QuotedText>}
        {isFinal && <EmailText>The last week of the campaign, compared with the week before.</EmailText>}
        {quietWeek ? (
          <EmailText>{quietWeek}</EmailText>
        ) : (
          rows.map(({ now, before }) => <FigureRow key={now} now={now} before={before} />)
        )}
        {figures.openHomeVisitors !== null && (
          <FigureRow
            now={`${formatNumber(figures.openHomeVisitors)} at open homes`}
            before="since the listing went live"
          />
        )}
        {isAnyLeftOut && (
          <EmailText>
            <span style={quiet}>Numbers under five are left out, so nobody can be identified.</span>
          </EmailText>
        )}
        {!isFinal && next.length > 0 && <NextDates dates={next} timeZone={timeZone} />}
        <EmailButton href={link}>Open the full report</EmailButton>
        <AgentSignature agent={agent} />
      </EmailLayout>
    ),
  }
}

function figureText({ week, weekBefore, total }: VendorFigure, one: string, many = `${one}s`) {
  const count = (amount: number) => `${formatNumber(amount)} ${amount === 1 ? one : many}`
  const notes = [
    weekBefore ? `${formatNumber(weekBefore.count)} the week before` : week && 'fewer than 5 the week before',
    total && `${formatNumber(total.count)} in total`,
  ]
  return {
    now: week ? count(week.count) : `Fewer than 5 ${many}`,
    before: notes.filter(Boolean).join(', '),
    isLeftOut: !week || !weekBefore,
  }
}

const quiet = { color: emailColours.quiet, fontSize: 14, lineHeight: '20px' }

const FigureRow = ({ now, before }: { now: string; before: string }) => (
  <EmailText>
    <strong style={{ fontSize: 18 }}>{now}</strong>
    {before && <br />}
    {before && <span style={quiet}>{before}</span>}
  </EmailText>
)

/** More is on the page. */
const MAX_DATES = 4

const NextDates = ({ dates, timeZone }: { dates: VendorDate[]; timeZone: string }) => (
  <EmailText>
    <strong>What’s next</strong>
    {dates.slice(0, MAX_DATES).map((date, place) => (
      <span key={place}>
        <br />
        {`${dateName(date)}: ${emailDateTime(date.at, timeZone)}`}
      </span>
    ))}
  </EmailText>
)

const dateName = (date: VendorDate) =>
  date.kind === 'open_home' ? 'Open home' : (saleDateNames[date.method] ?? 'Sale')
