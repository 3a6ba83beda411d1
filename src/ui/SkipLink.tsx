import classes from './SkipLink.module.css'

/** The first stop of the keyboard on every page. */
export function SkipLink() {
  return (
    <a href="#content" className={classes.skip}>
      Skip to content
    </a>
  )
}
