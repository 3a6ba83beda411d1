import type { ReactNode } from 'react'
import classes from './FactsLine.module.css'

/** "62 pages · 18 MB · Updated 3 Nov": lines break between facts only, and no line begins or ends with a dot. */
export const FactsLine = ({ facts }: { facts: readonly ReactNode[] }) => (
  <span className={classes.line}>
    {facts.filter(Boolean).map((fact, index) => (
      <span key={index} className={classes.fact}>
        {index > 0 && <span className={classes.dot}> · </span>}
        {fact}
      </span>
    ))}
  </span>
)
