import { createIsomorphicFn } from '@tanstack/react-start'
import type { ReactNode } from 'react'
import { currentRequest } from './currentRequest.server.ts'

/**
 * A page that is sent as the same bytes to everyone: listings and marketing. It carries no application, only a small script
 * (client.ts) that loads the interactive parts when a visitor shows interest.
 */
export interface StaticPage {
  /** The script in its head. */
  headScript: string
  /** Everything inline that the browser reads as a script. The content security policy allows it by its hash. */
  inlineScripts: readonly string[]
  /** The styles that our libraries add to it, which the policy allows in the same way. */
  inlineStyles: readonly string[]
  /** For error reports and product analytics, if they are configured. */
  settings?: string
  /** The interactive parts by name, rendered after the page around them: each is a React root of its own. */
  islands: Map<string, { element: ReactNode; props: object }>
  /** Ids of what it shows: a change of one of them makes it stale. */
  shown: Set<string>
  /** How long it may be kept, if it shows something whose changes are not announced. */
  maxAgeMs?: number
}

/** Filled in while it is rendered. */
export const newStaticPage = (): StaticPage => ({
  headScript: '',
  inlineScripts: [],
  inlineStyles: [],
  islands: new Map(),
  shown: new Set(),
})

/** Undefined on pages that the application hydrates as a whole, and everywhere in the browser. */
export const currentStaticPage = createIsomorphicFn()
  .server((): StaticPage | undefined => currentRequest().staticPage)
  .client((): StaticPage | undefined => undefined)

/** JSON for a script element that browsers do not run. Dates stay dates, and nothing in it can end the element. */
export const writePageData = (data: unknown) =>
  JSON.stringify(data, function (this: Record<string, unknown>, key, value: unknown) {
    const { [key]: original } = this
    return original instanceof Date ? { $date: original.getTime() } : value
  }).replace(/[<>&\u2028\u2029]/g, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

export const readPageData = (text: string): unknown =>
  JSON.parse(text, (_key, value: unknown) => (isDate(value) ? new Date(value.$date) : value))

const isDate = (value: unknown): value is { $date: number } =>
  typeof value === 'object' && value !== null && '$date' in value && typeof value.$date === 'number'

/** Pages that the browser may fetch once a visitor points at their link. Only those whose request changes nothing. */
export const PRELOADED_PAGES = JSON.stringify({
  prefetch: [
    {
      eagerness: 'moderate',
      where: {
        href_matches: [
          '/',
          '/about',
          '/features',
          '/pricing',
          '/help',
          '/privacy-policy',
          '/terms',
          '/listings/:id',
          '/login',
        ],
      },
    },
  ],
})

/** The element with the settings, for client.ts. */
export const SETTINGS_ID = 'settings'
