import { webhookTypes } from '#platform/outbound/webhooks/webhookTypes.ts'
import { apiProblems } from '#values/apiProblems.ts'
import { PageIntro, Section } from '../sections.tsx'
import { ApiReference } from './ApiReference.tsx'
import classes from './DevelopersPage.module.css'

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
    title: 'Lists',
    text: 'Lists come in pages of up to 100, with “data” and “next”. Send “next” as the cursor parameter for the next page. It’s null on the last one. Times are in UTC, and days in the time zone of the member whose key it is.',
  },
  {
    title: 'Safe retries',
    text: 'Send an Idempotency-Key of your choice with any POST. If the connection drops, send the same request again within 24 hours: it’s done once, and you get the first response. The same key with another request is refused with a 422.',
  },
  {
    title: 'Changing a listing',
    text: 'A listing has a version, which is its ETag. Send it as If-Match when you change the listing. If someone else has changed it since, you get a 412 and nothing is overwritten. Fields that you leave out stay as they are. Leads, files and people have an ETag too, which you can send in the same way.',
  },
  {
    title: 'New versions',
    text: 'Within /api/v1 we only add: operations, optional fields, fields of responses and values of lists. Ignore what you don’t know in a response, and your program keeps working.',
  },
] as const

const webhookRules = [
  'Messages contain ids, and no personal details. Read the rest from “url”, with an API key.',
  'Check “webhook-signature” with your secret, for example with the package standardwebhooks. When you replace the secret, messages are signed with both for 24 hours.',
  'Respond with a 2xx status within ten seconds. A redirect counts as a failure, and a 410 turns the webhook off.',
  'A message can arrive twice, with the same “webhook-id”. Messages about one lead, listing or file arrive in order.',
  'We retry failed messages for three days, with growing pauses. After three days without a success we turn the webhook off and email the owners.',
]

const webhookExample = `{
  "type": "lead.created",
  "timestamp": "2026-11-18T09:00:00.000Z",
  "data": {
    "leadId": "lead_…",
    "listingId": "list_…",
    "source": "form",
    "url": "https://…/api/v1/leads/lead_…"
  }
}`

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
        <nav aria-label="On this page" className={classes.contents}>
          <a href="#webhooks">Webhooks</a>
          <a href="#errors">Errors</a>
          <a href="#reference">Reference</a>
        </nav>
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
      <div id="webhooks" className={classes.target}>
        <Section
          tone="grey"
          title="Webhooks"
          lead="You don’t need to poll: we send a signed POST to your address when something happens, following the Standard Webhooks specification. An owner or manager adds the address under Your agency, Connections."
        >
          <div className={classes.webhooks}>
            <pre className={classes.message}>
              <code>{webhookExample}</code>
            </pre>
            <ul className={classes.rules}>
              {webhookRules.map((rule) => (
                <li key={rule}>{rule}</li>
              ))}
            </ul>
          </div>
          <dl className={classes.types}>
            {Object.entries(webhookTypes).map(([type, meaning]) => (
              <div key={type}>
                <dt>
                  <code>{type}</code>
                </dt>
                <dd>{meaning}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <div id="errors" className={classes.target}>
        <Section
          title="Errors"
          lead="Errors are problem details (RFC 9457): a type, a status, a sentence for people, and what’s wrong with each field. The type links to one of these. Retry only a 429, a 503, or a 409 with Retry-After."
        >
          <dl className={classes.problems}>
            {Object.entries(apiProblems).map(([name, { status, title, meaning, remedy }]) => (
              <div key={name} id={name} className={classes.problem}>
                <dt>
                  <span className={classes.problemTitle}>
                    {status} {title}
                  </span>
                  <code className={classes.problemName}>{name}</code>
                </dt>
                <dd>{meaning}</dd>
                <dd className={classes.remedy}>{remedy}</dd>
              </div>
            ))}
          </dl>
        </Section>
      </div>
      <section aria-labelledby="reference" className={classes.reference}>
        <h2 id="reference" className={classes.referenceTitle}>
          Reference
        </h2>
        <ApiReference />
      </section>
    </>
  )
}
