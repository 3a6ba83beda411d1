import { Link } from '@tanstack/react-router'
import classes from './Brand.module.css'
import { Logo } from './Mark.tsx'

export function Brand({ to }: { to: '/' | '/portal' }) {
  return (
    <Link to={to} className={classes.brand}>
      <Logo />
      <span>Property Files</span>
    </Link>
  )
}
