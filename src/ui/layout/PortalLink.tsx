import buttons from '../theme/buttons.module.css'
import classes from './PortalLink.module.css'

/** The look of a link in the header of a public page. */
export const headerButton = `${buttons.plain} ${classes.headerButton}`

/** The way back for an agent who has opened a public page. Not the router's link: the page may have none. */
export const PortalLink = () => (
  <a href="/portal" className={`${headerButton} ${classes.portal}`} data-for="agent">
    Open portal
  </a>
)
