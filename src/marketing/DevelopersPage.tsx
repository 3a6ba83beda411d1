import { useEffect, useRef, useState } from 'react'
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

/** Where the build puts Scalar's own bundle (`vite.config.ts`). No other page loads it. */
const REFERENCE_SCRIPT: string = import.meta.env.API_REFERENCE_SCRIPT

interface ReferenceModule {
  createApiReference(element: Element, configuration: object): { destroy(): void }
}

/** It asks nobody but our own server: no fonts, proxies, telemetry or assistants of others. */
const configuration = {
  url: '/api/v1/openapi.json',
  telemetry: false,
  withDefaultFonts: false,
  hideClientButton: true,
  hideTestRequestButton: true,
  hideDarkModeToggle: true,
  forceDarkModeState: 'light',
  showDeveloperTools: 'never',
  documentDownloadType: 'none',
  agent: { disabled: true },
  mcp: { disabled: true },
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  // The list of operations stays below our header.
  customCss: '.scalar-app { --scalar-font: var(--mantine-font-family); --scalar-custom-header-height: 65px; }',
}

/** Every operation with its fields, drawn by Scalar from our OpenAPI document. */
function ApiReference() {
  const place = useRef<HTMLDivElement>(null)
  const [state, setState] = useState<'loading' | 'ready' | 'failed'>('loading')
  useEffect(() => {
    let isGone = false
    let reference: { destroy(): void } | undefined
    async function show() {
      const meta = writeNonce()
      try {
        const { createApiReference }: ReferenceModule = await import(/* @vite-ignore */ REFERENCE_SCRIPT)
        if (isGone || !place.current) return
        reference = createApiReference(place.current, configuration)
        setState('ready')
      } catch {
        setState('failed')
      } finally {
        meta.remove()
      }
    }
    void show()
    return () => {
      isGone = true
      reference?.destroy()
    }
  }, [])
  return (
    <>
      {state === 'loading' && <p className={classes.note}>Loading the reference…</p>}
      {state === 'failed' && (
        <p className={classes.note} role="alert">
          We couldn’t load the reference. Reload the page, or read the{' '}
          <a href="/api/v1/openapi.json">OpenAPI document</a> itself.
        </p>
      )}
      <div ref={place} className={classes.operations} data-state={state} />
    </>
  )
}

/** Scalar marks its styles with it, for visitors who come from another of our pages: these have a stricter Content-Security-Policy. */
function writeNonce() {
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.content = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(meta)
  return meta
}
