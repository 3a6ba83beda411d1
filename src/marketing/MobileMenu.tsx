import { Burger } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { ButtonLink } from '#ui/links.tsx'
import { Panel } from '#ui/Panel.tsx'
import classes from './MobileMenu.module.css'
import { mainPages } from './pages.ts'

export function MobileMenu() {
  const [opened, { open, close }] = useDisclosure()
  return (
    <>
      <Burger
        opened={false}
        onClick={open}
        size="sm"
        className={classes.burger}
        aria-label="Open the menu"
        aria-haspopup="dialog"
        aria-expanded={opened}
      />
      <Panel opened={opened} onClose={close} position="right" size="min(320px, 86vw)" title="Menu">
        <nav aria-label="Main" className={classes.pages}>
          {mainPages.map(({ to, label }) => (
            <Link key={to} to={to} onClick={close} className={classes.page}>
              {label}
            </Link>
          ))}
          <ButtonLink to="/get-started" size="md" mt="md">
            Start free trial
          </ButtonLink>
          <ButtonLink to="/login" size="md" variant="default">
            Sign in
          </ButtonLink>
        </nav>
      </Panel>
    </>
  )
}
