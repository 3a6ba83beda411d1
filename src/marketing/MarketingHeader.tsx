import { Link } from '@tanstack/react-router'
import { Brand } from '#ui/Brand.tsx'
import { ButtonLink } from '#ui/links.tsx'
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
          <ButtonLink to="/login" variant="subtle" color="gray" c="gray.8" className={classes.signIn}>
            Sign in
          </ButtonLink>
          <ButtonLink to="/get-started" className={classes.start}>
            Start free trial
          </ButtonLink>
          <MobileMenu />
        </div>
      </div>
    </header>
  )
}
