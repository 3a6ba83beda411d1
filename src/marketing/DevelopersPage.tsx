import { ApiReference } from './ApiReference.tsx'
import classes from './DevelopersPage.module.css'
import { PageIntro, Section } from './sections.tsx'

const topics = [
  {
    title: 'Keys',
    text: 'An owner or manager creates a key under Your agency, Connections, and chooses what it may do and when it expires. We show it once and store only its fingerprint. Send it as “Authorization: Bearer pfk_…”. A revoked key stops working with the next request.',
  },
  {
    title: 'Limits',
    text: 'Each key can make 600 requests a minute. The RateLimit and RateLimit-Policy headers say how many are left. Above the limit you get a 429 with Retry-After. A request can be 1 MB; files go straight to storage, in parts.',
  },
  {
    title: 'Errors',
    text: 'Errors are problem details (RFC 9457) with a status, a sentence for people, and a list of errors: a JSON pointer for each wrong field, or the name of each wrong parameter. Retry only a 429, a 503, or a 409 with Retry-After.',
  },
  {
    title: 'Safe retries',
    text: 'Send an Idempotency-Key of your choice with any POST. If the connection drops, send the same request again within 24 hours: it’s done once, and you get the first response. The same key with another request is refused with a 422.',
  },
  {
    title: 'Versions',
    text: 'A listing has a version, which is its ETag. Send it as If-Match when you change the listing. If someone else has changed it since, you get a 412 and nothing is overwritten. The API itself only grows within /api/v1.',
  },
  {
    title: 'Webhooks',
    text: 'You don’t need to poll: we can tell you about new leads, opened documents and published listings. Webhooks are signed and retried as the Standard Webhooks specification says.',
  },
] as const

/** How programs work with an agency's data, and every operation of the API. */
export function DevelopersPage() {
  return (
    <>
      <PageIntro
        title="Developers"
        lead="Connect your CRM or website: listings, files, leads and analytics as JSON over HTTPS, with the same rules as the portal."
      >
        <pre className={classes.example}>
          <code>{'curl https://…/api/v1/listings \\\n  -H "Authorization: Bearer $PROPERTY_FILES_KEY"'}</code>
        </pre>
        <p className={classes.document}>
          The <a href="/api/v1/openapi.json">OpenAPI document</a> describes every operation. You can generate a client
          from it in most languages.
        </p>
      </PageIntro>
      <Section title="Good to know">
        <dl className={classes.topics}>
          {topics.map(({ title, text }) => (
            <div key={title}>
              <dt>{title}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </Section>
      <section aria-labelledby="reference" className={classes.reference}>
        <h2 id="reference" className={classes.referenceTitle}>
          Reference
        </h2>
        <ApiReference />
      </section>
    </>
  )
}
