import { Text } from '@mantine/core'
import { Brand } from '#ui/Brand.tsx'
import { TextLink } from '#ui/links.tsx'
import classes from './MarketingFooter.module.css'
import { legalPages, mainPages } from './pages.ts'

export function MarketingFooter() {
  return (
    <footer className={classes.footer}>
      <div className={classes.row}>
        <div>
          <Brand to="/" />
          <Text size="sm" c="dimmed" mt="xs">
            Property files made easy for agents and buyers.
          </Text>
        </div>
        <nav aria-label="Footer" className={classes.pages}>
          {[...mainPages, ...legalPages].map(({ to, label }) => (
            <TextLink key={to} to={to} size="sm" c="gray.7">
              {label}
            </TextLink>
          ))}
        </nav>
      </div>
    </footer>
  )
}
