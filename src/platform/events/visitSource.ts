/** By which link a visit began: all that its address says. */
export interface VisitSource {
  /** The code of a short link, `/l/{code}`. */
  channel?: string
  /** `utm_source`, `utm_medium` and `utm_campaign`. */
  source?: string
  medium?: string
  campaign?: string
}

/** The fragment that a short link leads to: `#from={code}`. Browsers send a fragment to nobody, so no cache and no log has it. */
export const CHANNEL_PARAM = 'from'
const PARAMS = { channel: CHANNEL_PARAM, source: 'utm_source', medium: 'utm_medium', campaign: 'utm_campaign' } as const
const campaignParams = [PARAMS.source, PARAMS.medium, PARAMS.campaign]

/** Of one value. */
export const MAX_SOURCE_LENGTH = 100

let source: VisitSource | undefined

/**
 * The source of this visit, for as long as the page is open: nothing is stored. It is removed from the address, so that a copied link does not
 * say it again.
 */
export function readVisitSource(): VisitSource {
  source ??= takeFromAddress()
  return source
}

function takeFromAddress() {
  const url = new URL(location.href)
  const found = parseVisitSource(url)
  if (Object.keys(found).length === 0) return found
  for (const name of campaignParams) url.searchParams.delete(name)
  if (isSourceFragment(url.hash)) url.hash = ''
  history.replaceState(history.state, '', url)
  return found
}

const isSourceFragment = (hash: string) => /^#(?:from|utm_(?:source|medium|campaign))=/.test(hash)

/** What an address says. In a fragment it may be anything else as well, such as a place on the page. */
export function parseVisitSource({ hash, searchParams }: URL): VisitSource {
  const fragment = new URLSearchParams(isSourceFragment(hash) ? hash.slice(1) : '')
  const entries = Object.entries(PARAMS).flatMap(([key, name]) => {
    const text = (fragment.get(name) ?? (name === CHANNEL_PARAM ? null : searchParams.get(name)) ?? '').trim()
    return text ? [[key, text.slice(0, MAX_SOURCE_LENGTH)]] : []
  })
  return Object.fromEntries(entries)
}

/** The campaign of a visit as parameters, after others. */
export function writeCampaign({ source, medium, campaign }: VisitSource, others: Record<string, string>) {
  const params = new URLSearchParams(others)
  for (const [name, text] of [
    [PARAMS.source, source],
    [PARAMS.medium, medium],
    [PARAMS.campaign, campaign],
  ] as const)
    if (text) params.set(name, text)
  return params
}
