import { Brand } from '../Brand.tsx'
import { PlaceLink } from './PlaceLink.tsx'
import { allPlaces } from './places.ts'
import classes from './Sidebar.module.css'

export function Sidebar({ leadsToReply }: { leadsToReply: number }) {
  return (
    <aside className={classes.sidebar}>
      <div className={classes.brand}>
        <Brand to="/portal" />
      </div>
      <nav aria-label="Portal" className={classes.places}>
        {allPlaces.map((place) => (
          <PlaceLink key={place.to} place={place} leadsToReply={leadsToReply} className={classes.place} />
        ))}
      </nav>
    </aside>
  )
}
