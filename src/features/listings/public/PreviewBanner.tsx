import { Link } from '@tanstack/react-router'
import classes from './PreviewBanner.module.css'

interface PreviewBannerProps {
  id: string
  isPublic: boolean
}

/** Above the page, for its agent alone. */
export const PreviewBanner = ({ id, isPublic }: PreviewBannerProps) => (
  <aside className={classes.banner} aria-label="Preview">
    <p>
      <strong>Preview:</strong> {isPublic ? 'this listing is published' : 'only you can see this page'}
    </p>
    <Link to="/portal/listings/$id" params={{ id }} preload={false}>
      Back to editing
    </Link>
  </aside>
)
