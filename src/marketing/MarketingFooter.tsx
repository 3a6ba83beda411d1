import { Link } from '@tanstack/react-router'
import { Brand } from '#ui/Brand.tsx'
import classes from './MarketingFooter.module.css'
import { agentPages, legalPages, mainPages } from './pages.ts'

const columns = [
  { title: 'Product', pages: mainPages },
  { title: 'For agents', pages: agentPages },
  { title: 'Small print', pages: legalPages },
]

export function MarketingFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.row}>
        <div className={classes.about}>
          <Brand to="/" />
          <p>Property files made easy for agents and buyers.</p>
        </div>
        <nav aria-label="Footer" className={classes.columns}>
          {columns.map(({ title, pages }) => (
            <div key={title}>
              <p className={classes.title}>{title}</p>
              <ul>
                {pages.map(({ to, label }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </nav>
      </div>
    </footer>
  )
}
