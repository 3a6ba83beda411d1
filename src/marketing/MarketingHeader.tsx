import { Link } from '@tanstack/react-router'
import { Brand } from '#ui/Brand.tsx'
import { Action } from './Action.tsx'
import classes from './MarketingHeader.module.css'
import { MobileMenu } from './MobileMenu.tsx'
import { mainPages } from './pages.ts'

export function MarketingHeader() {
  return (
    <header className={classes.header}>
      <div className={classes.row}>
        <Brand to="/" />
        <nav aria-label="Main" className={classes.pages}>
          {mainPages.map(({ to, label }) => (
            <Link key={to} to={to} className={classes.page}>
              {label}
            </Link>
          ))}
        </nav>
        <div className={classes.account}>
          <Link to="/login" className={classes.signIn}>
            Sign in
          </Link>
          <span className={classes.start}>
            <Action to="/get-started">Start free trial</Action>
          </span>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
