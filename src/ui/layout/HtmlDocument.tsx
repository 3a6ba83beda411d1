import { HeadContent, Scripts, useMatches, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { pageLocale, pageNonce, supportEmail } from '#platform/http/pageContext.ts'
import { currentStaticPage, PRELOADED_PAGES, SETTINGS_ID, type StaticPage } from '#platform/http/staticPage.ts'
import { ToastOutlet } from '../feedback/toasts.tsx'
import { IslandProps } from '../staticPage/Island.tsx'
import { LOAD_FAILURE_ID, LOADING_BAR_ID } from '../staticPage/startStaticPage.ts'
import { useAppearance } from '../theme/appearance.ts'
import { darkPageBackground } from '../theme/tokens.ts'
import classes from './HtmlDocument.module.css'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The pages of this route look as the agent has chosen. All others are light. */
    hasAppearance?: boolean
  }
}

/** The html around every screen, the error screens included. */
export function HtmlDocument({ children }: { children: ReactNode }) {
  const staticPage = currentStaticPage()
  const appearance = usePageAppearance()
  useHydratedMark()
  if (staticPage) return <StaticDocument {...staticPage}>{children}</StaticDocument>
  return (
    // Mantine's attribute, on pages without Mantine too, because the colour variables depend on it.
    <html
      lang="en-NZ"
      data-locale={pageLocale()}
      data-support-email={supportEmail()}
      data-mantine-color-scheme="light"
      data-appearance={appearance}
      suppressHydrationWarning
    >
      <head>
        {appearance && <DarkThemeColour media={appearance === 'device' ? DARK_DEVICE : undefined} />}
        {import.meta.env.DEV && <ViteNonce />}
        <HeadContent />
      </head>
      <body>
        <RouteProgress />
        {children}
        <ToastOutlet />
        <Scripts />
      </body>
    </html>
  )
}

/** Nothing where the page is light. */
function usePageAppearance() {
  const appearance = useAppearance()
  const hasAppearance = useMatches({ select: (matches) => matches.some(({ staticData }) => staticData.hasAppearance) })
  return hasAppearance && appearance !== 'light' ? appearance : undefined
}

const DARK_DEVICE = '(prefers-color-scheme: dark)'

/** The colour of a phone's own bars. The first that applies wins over the page's light one. */
const DarkThemeColour = ({ media }: { media?: string }) => (
  <meta name="theme-color" content={darkPageBackground} media={media} />
)

interface StaticDocumentProps extends StaticPage {
  children: ReactNode
}

/** Around a static page, which the application does not hydrate. */
const StaticDocument = ({ headScript, settings, islands, children }: StaticDocumentProps) => (
  <html
    lang="en-NZ"
    data-locale={pageLocale()}
    data-support-email={supportEmail()}
    data-mantine-color-scheme="light"
    data-static=""
  >
    <head>
      <HeadContent />
      <script>{headScript}</script>
      <script type="speculationrules">{PRELOADED_PAGES}</script>
    </head>
    <body>
      <div aria-live="polite">
        <LoadingBar id={LOADING_BAR_ID} hidden />
      </div>
      {children}
      <LoadFailure />
      <IslandProps islands={islands} />
      {settings && (
        <script type="application/json" id={SETTINGS_ID}>
          {settings}
        </script>
      )}
    </body>
  </html>
)

/** Shown when the interactive part of a static page can't be loaded. */
const LoadFailure = () => (
  <p id={LOAD_FAILURE_ID} hidden role="alert" className={classes.loadFailure}>
    This part of the page didn’t load. Check your connection and try again.
  </p>
)

/** Marks the page once clicks and keys have an effect, for style sheets and browser tests. */
function useHydratedMark() {
  useEffect(() => {
    const mark = () => {
      document.documentElement.dataset.hydrated = ''
    }
    // Parts of the page hydrate after the document. The browser is idle when they have.
    if (!('requestIdleCallback' in window)) return mark()
    // Without a timeout, headless browsers sometimes never call it.
    const request = requestIdleCallback(mark, { timeout: 500 })
    return () => cancelIdleCallback(request)
  }, [])
}

/**
 * While developing, Vite adds each style sheet as an element with the nonce of the first `csp-nonce`, so that the policy allows it.
 * The router's own `csp-nonce` has only a content, and other code reads that.
 */
const ViteNonce = () => <meta property="csp-nonce" content={pageNonce()} nonce={pageNonce()} />

/** The thin bar at the top while the next page is loading. */
const LoadingBar = (props: { id?: string; hidden?: boolean }) => (
  <div className={classes.bar} role="progressbar" aria-label="Loading the page" {...props} />
)

function RouteProgress() {
  const router = useRouter()
  const [isOnItsWay, setOnItsWay] = useState(false)
  useEffect(() => {
    const stops = [
      router.subscribe('onBeforeNavigate', ({ hrefChanged }) => hrefChanged && setOnItsWay(true)),
      router.subscribe('onResolved', () => setOnItsWay(false)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
  return (
    // It is outside the landmarks, so screen readers need a live region.
    <div aria-live="polite">{isOnItsWay && <LoadingBar />}</div>
  )
}
