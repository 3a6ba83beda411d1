import { type ReactNode, useEffect, useId, useState } from 'react'
import { isAgentsBrowser } from '#platform/auth/agentsBrowser.ts'
import { reportBug } from '#platform/telemetry/browser/showAndReportError.ts'
import { copyLink } from '#ui/feedback/copyOrSaveText.ts'
import { headerButton } from '#ui/layout/PortalLink.tsx'
import { ShareIcon } from '#ui/theme/inlineIcons.tsx'
import { DescriptionText } from '../description/DescriptionText.tsx'
import { plainDescription } from '../description/plainDescription.ts'
import type { DescribedFacts } from '../facts/describeFacts.ts'
import type { PublicListing, StoredDescription } from '../listings.schema.ts'
import { Gallery } from './Gallery.tsx'
import { FactsSummary, StatusBadge, VisitTimes } from './ListingFacts.tsx'
import classes from './PublicListingPage.module.css'
import { fetchCanEdit } from './publicListings.functions.ts'

interface PublicListingPageProps {
  listing: PublicListing
  facts: DescribedFacts
  /** The agent's card: after the title on a phone, on top of the sticky column on a laptop. */
  agent: ReactNode
  /** The documents and the button to open them. */
  files: ReactNode
  /** Under the agent in the sticky column of a laptop, 380 px wide. A phone does not show it. */
  aside?: ReactNode
}

/** The public page of a listing. Without Mantine: a slot that needs it loads it on intent. */
export function PublicListingPage({ listing, facts, agent, files, aside }: PublicListingPageProps) {
  const { title, subtitle, description, photos } = listing
  return (
    <article className={classes.page}>
      <div className={classes.gallery}>
        <Gallery photos={photos} title={title} />
        <ShareButton title={title} />
      </div>
      <div className={classes.columns}>
        <header className={classes.head}>
          <StatusBadge isUnderOffer={facts.isUnderOffer} />
          <h1 dir="auto">{title}</h1>
          {facts.address && <p>{facts.address}</p>}
          {subtitle && <p dir="auto">{subtitle}</p>}
          <FactsSummary {...facts} />
        </header>
        <div className={classes.side}>
          <div className={classes.sticky}>
            {agent}
            {aside && <div className={classes.aside}>{aside}</div>}
          </div>
        </div>
        <div className={classes.body}>
          <VisitTimes {...facts} />
          <ListingDescription description={description} />
          {files}
        </div>
      </div>
    </article>
  )
}

/** About as much text as fits on a phone's screen. */
const FOLD_ABOVE_CHARACTERS = 420

/** On a phone a long text is collapsed, so that the documents are near. Without scripts it is expanded. */
function ListingDescription({ description }: { description: StoredDescription }) {
  const [isFolded, setFolded] = useState(true)
  const id = useId()
  const { length } = plainDescription(description)
  if (length === 0) return null
  if (length <= FOLD_ABOVE_CHARACTERS) return <DescriptionText description={description} />
  return (
    <div>
      <div id={id} className={isFolded ? classes.folded : undefined}>
        <DescriptionText description={description} />
      </div>
      <button
        type="button"
        className={classes.more}
        aria-controls={id}
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        {isFolded ? 'Read more' : 'Read less'}
      </button>
    </div>
  )
}

/** Opens the system's share sheet if there is one, and copies the link otherwise. */
const ShareButton = ({ title }: { title: string }) => (
  <button type="button" data-share className={classes.share} onClick={() => shareListing(title)}>
    <ShareIcon />
    <span>Share</span>
  </button>
)

async function shareListing(title: string) {
  const url = document.querySelector<HTMLLinkElement>('link[rel=canonical]')?.href ?? window.location.href
  if (!navigator.share) return copyLink(url)
  try {
    await navigator.share({ title, url })
  } catch (error) {
    // Cancelling the share sheet is not an error.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url)
  }
}

/** In the header, once it is known that the visitor is the listing's agent. It takes no room, so nothing moves. */
export function EditLink({ id }: { id: string }) {
  const [canEdit, setCanEdit] = useState(false)
  useEffect(() => {
    if (!isAgentsBrowser()) return
    // Without a response there is no link, and the agent finds the listing in the portal.
    fetchCanEdit({ data: { id } }).then(setCanEdit, reportBug)
  }, [id])
  return (
    canEdit && (
      <a href={`/portal/listings/${id}`} className={`${headerButton} ${classes.edit}`} data-edit-listing>
        Edit listing
      </a>
    )
  )
}

interface PreviewBannerProps {
  id: string
  isPublic: boolean
}

/** Above the page, for its agent only. */
export const PreviewBanner = ({ id, isPublic }: PreviewBannerProps) => (
  <aside className={classes.banner} aria-label="Preview">
    <p>
      <strong>Preview:</strong> {isPublic ? 'this listing is published' : 'buyers can’t see this page'}
    </p>
    <a href={`/portal/listings/${id}`}>Back to editing</a>
  </aside>
)
