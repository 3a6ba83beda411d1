import { Link } from '@tanstack/react-router'
import { icon } from '../theme.ts'
import type { allPlaces } from './places.ts'

interface PlaceLinkProps {
  place: (typeof allPlaces)[number]
  className?: string
  onClick?: () => void
}

/** The router marks the link of the current place with `aria-current` and `data-status`. */
export function PlaceLink({ place: { to, label, Icon, activeOptions }, ...others }: PlaceLinkProps) {
  return (
    <Link to={to} activeOptions={activeOptions} {...others}>
      <Icon {...icon} />
      <span>{label}</span>
    </Link>
  )
}
