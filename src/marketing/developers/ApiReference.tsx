import { useEffect, useRef, useState } from 'react'
import classes from './DevelopersPage.module.css'

/** Where the build puts Scalar's own bundle (`vite.config.ts`). No other page loads it. */
const REFERENCE_SCRIPT: string = import.meta.env.API_REFERENCE_SCRIPT

interface ReferenceModule {
  createApiReference(element: Element, configuration: object): { destroy(): void }
}

/** What the addresses of its operations begin with, so that they are told from other places on the page. No element has this id. */
const HASH_OF_OPERATIONS = '#api'

const variables = {
  font: 'var(--mantine-font-family)',
  // The list of operations stays below our header.
  'custom-header-height': '65px',
  // Scalar's own are too pale to read.
  'color-2': '#666',
  'color-3': '#666',
  'sidebar-search-color': '#666',
  'color-blue': '#0067a8',
  'color-green': '#00704a',
  'color-yellow': '#7a5c00',
  'color-orange': '#9a4a00',
  'color-red': '#b3261e',
}

/** It asks nobody but our own server: no fonts, proxies, telemetry or assistants of others. */
const configuration = {
  url: '/api/v1/openapi.json',
  pathRouting: { basePath: HASH_OF_OPERATIONS },
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
  customCss: `.scalar-app { ${Object.entries(variables)
    .map(([name, value]) => `--scalar-${name}: ${value};`)
    .join(' ')} }`,
}

/** Every operation with its fields, drawn by Scalar from our OpenAPI document. */
export function ApiReference() {
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
        const restoreAddress = keepAddress()
        const onLoaded = () => {
          if (isGone) return
          restoreAddress()
          // The page has a `main` already, around this one.
          place.current?.querySelector('main')?.setAttribute('role', 'region')
        }
        reference = createApiReference(place.current, { ...configuration, onLoaded })
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

/** Scalar writes its own address when it has loaded. A visitor who came for another place on the page keeps theirs. */
function keepAddress() {
  const { href, hash } = location
  const state: unknown = history.state
  return () => {
    if (!hash.startsWith(HASH_OF_OPERATIONS)) history.replaceState(state, '', href)
  }
}

/** Scalar marks its styles with it, for visitors who come from another of our pages: these have a stricter Content-Security-Policy. */
function writeNonce() {
  const meta = document.createElement('meta')
  meta.setAttribute('property', 'csp-nonce')
  meta.content = document.querySelector<HTMLScriptElement>('script[nonce]')?.nonce ?? ''
  document.head.append(meta)
  return meta
}
