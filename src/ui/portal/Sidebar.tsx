import { Brand } from '../Brand.tsx'
import { PageLink } from './PlaceLink.tsx'
import { portalPages } from './places.ts'
import classes from './Sidebar.module.css'

export function Sidebar({ leadsToReply }: { leadsToReply: number }) {
  return (
    <aside className={classes.sidebar}>
      <div className={classes.brand}>
        <Brand to="/portal" />
      </div>
      <nav aria-label="Portal" className={classes.places}>
        {portalPages.map((place) => (
          <PageLink key={place.to} page={place} leadsToReply={leadsToReply} className={classes.place} />
        ))}
      </nav>
    </aside>
  )
}
