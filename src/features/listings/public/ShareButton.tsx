import { copyLink } from '#ui/copyLink.ts'
import { ShareIcon } from '#ui/signs.tsx'
import classes from './ShareButton.module.css'

/** The phone's own way of sharing where there is one; elsewhere the link is copied. */
export const ShareButton = ({ title }: { title: string }) => (
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
    // Turning back at the phone's list of people is no failure.
    if (!(error instanceof DOMException && error.name === 'AbortError')) await copyLink(url)
  }
}
