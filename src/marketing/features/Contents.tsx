import classes from './Contents.module.css'
import { features } from './features.ts'

/** What is on the page, to jump to. */
export const Contents = () => (
  <nav aria-label="On this page" className={classes.contents}>
    {features.map(({ id, label }) => (
      <a key={id} href={`#${id}`}>
        {label}
      </a>
    ))}
  </nav>
)
