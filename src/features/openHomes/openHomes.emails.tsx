import type { listing, openHome } from '#db/schema/listings.ts'
import { copySubject, MAX_NAMED_LEADS, PhoneNumbers, WHY_COPY } from '#features/leads/leads.emails.tsx'
import { listingTimeZone } from '#features/listings/facts/address.ts'
import { saleMoment } from '#features/listings/facts/factTexts.ts'
import { EmailButton, EmailLayout, EmailText } from '#platform/mail/EmailLayout.tsx'
import { formatCount, fullName } from '#ui/format/format.ts'
import { openHomePath } from './openHomes.schema.ts'

interface VisitedOpenHome {
  home: typeof openHome.$inferSelect
  property: typeof listing.$inferSelect
  count: { named: number; counted: number; total: number }
  visitors: { firstName: string; lastName: string; phone: string }[]
  /** For the office. */
  isCopy: boolean
}

/** After an open home: who came, with their numbers, instead of an email for each of them. */
export function openHomeEmail(appUrl: string, { home, property, count, visitors, isCopy }: VisitedOpenHome) {
  const heading = `${formatCount(count.total, 'visitor')} at ${property.title}`
  const withPhone = visitors.filter(({ phone }) => phone !== '').slice(0, MAX_NAMED_LEADS)
  const others = visitors.length - withPhone.length
  return {
    subject: copySubject(isCopy, heading),
    body: (
      <EmailLayout
        preview="Who came to your open home, and who to ring first."
        heading={heading}
        footer={isCopy ? WHY_COPY : 'You’re receiving this because visitors checked in at your open home.'}
      >
        <EmailText>
          {`Your open home on ${saleMoment(home.startsAt, { country: property.country, timeZone: listingTimeZone(property) })} is over. `}
          {describeCount(count)}
        </EmailText>
        {withPhone.length > 0 && (
          <PhoneNumbers
            people={withPhone.map(({ phone, ...person }) => ({ name: fullName(person), phone }))}
            country={property.country}
          />
        )}
        {others > 0 && <EmailText>{`And ${others} more.`}</EmailText>}
        <EmailButton href={appUrl + openHomePath(property.id, home.id)}>See who came</EmailButton>
      </EmailLayout>
    ),
  }
}

const describeCount = ({ named, counted }: VisitedOpenHome['count']) => {
  const left = `${formatCount(named, 'visitor')} left their details`
  return counted > 0 ? `${left}, and ${counted} more came without leaving any.` : `${left}.`
}
