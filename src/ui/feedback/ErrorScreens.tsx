import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { supportEmail } from '#platform/http/pageContext.ts'
import { emailLink } from '../format/contactLinks.ts'
import { PortalLink } from '../layout/PortalLink.tsx'
import { usePageTitle } from '../layout/pageTitle.ts'
import { Brand } from '../layout/SiteFrame.tsx'
import buttons from '../theme/buttons.module.css'
import classes from './ErrorScreens.module.css'

/** A centred message: not found, or something failed. Works inside any layout. */
export function MessageScreen({ heading, children, actions }: MessageScreenProps) {
  const Heading = usePageTitle() ? 'h2' : 'h1'
  return (
    <div className={classes.screen}>
      <Heading className={classes.heading}>{heading}</Heading>
      <div className={classes.text}>{children}</div>
      {actions && <div className={classes.actions}>{actions}</div>}
      <HelpLinks />
    </div>
  )
}

/** Not the router's links: it may be what failed. */
function HelpLinks() {
  const email = supportEmail()
  return (
    <p className={classes.help}>
      <a href="/help">Help</a>
      {email && <a href={emailLink(email)}>Contact us</a>}
    </p>
  )
}

interface MessageScreenProps {
  heading: string
  children: ReactNode
  actions?: ReactNode
}

/** For a message that replaces the whole page, layout included. */
export function FullScreenMessage({ children }: { children: ReactNode }) {
  return (
    <>
      <header className={classes.header}>
        <Brand to="/" />
        <PortalLink />
      </header>
      <main>{children}</main>
    </>
  )
}

export function NotFoundScreen() {
  const router = useRouter()
  return (
    <MessageScreen
      heading="Not found!"
      actions={
        <>
          <button type="button" className={buttons.plain} onClick={() => router.history.back()}>
            Go back
          </button>
          <button type="button" className={buttons.filled} onClick={() => router.navigate({ to: '/' })}>
            Go to home page
          </button>
        </>
      }
    >
      Sorry, the page you are looking for has moved or doesn't exist.
    </MessageScreen>
  )
}

/** Replaces a page that failed; the layout around it still works. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const [shown, setShown] = useState(false)
  const detailsId = useId()
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <>
          <button
            type="button"
            className={buttons.plain}
            onClick={() => setShown(!shown)}
            aria-expanded={shown}
            aria-controls={detailsId}
          >
            {shown ? 'Hide Error' : 'Show Error'}
          </button>
          <button type="button" className={buttons.filled} onClick={() => router.invalidate()}>
            Try again
          </button>
        </>
      }
    >
      <p>We couldn’t show this page.</p>
      <pre id={detailsId} className={classes.details} hidden={!shown}>
        {toError(error).message}
      </pre>
    </MessageScreen>
  )
}

/** Anything can be thrown; other values are wrapped in an error. */
export const toError = (thrown: unknown) => (thrown instanceof Error ? thrown : new Error(String(thrown)))
