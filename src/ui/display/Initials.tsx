import classes from './Initials.module.css'

/** Decorative: the person's name is beside it. */
export const Initials = ({ firstName, lastName }: { firstName: string; lastName: string }) => (
  <span className={classes.initials} aria-hidden="true">
    {[firstName, lastName].map((name) => [...name.trim()][0] ?? '').join('')}
  </span>
)
