import { useEffect, useRef, useState } from 'react'
import classes from './DevelopersPage.module.css'

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
