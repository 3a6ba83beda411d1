import classes from './Initials.module.css'

/** Stands for a person whose name stands beside it, so it needs no words of its own. */
export const Initials = ({ firstName, lastName }: { firstName: string; lastName: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {[firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')}
  </span>
)
