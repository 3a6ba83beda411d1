import { useId, useState } from 'react'
import { DescriptionText } from '../description/DescriptionText.tsx'
import { plainDescription } from '../description/descriptionText.ts'
import type { StoredDescription } from '../listings.ts'
import classes from './ListingDescription.module.css'

/** About as many letters as a phone shows at a glance. */
const FOLD_ABOVE_CHARACTERS = 420

/** On a phone a long text begins folded, so that the files are not far. Without a script it is simply there. */
export function ListingDescription({ description }: { description: StoredDescription }) {
  const [isFolded, setFolded] = useState(true)
  const id = useId()
  const { length } = plainDescription(description)
  if (length === 0) return null
  if (length <= FOLD_ABOVE_CHARACTERS) return <DescriptionText description={description} />
  return (
    <div>
      <div id={id} className={isFolded ? classes.folded : undefined}>
        <DescriptionText description={description} />
      </div>
      <button
        type="button"
        className={classes.more}
        aria-controls={id}
        aria-expanded={!isFolded}
        onClick={() => setFolded(!isFolded)}
      >
        {isFolded ? 'Read more' : 'Read less'}
      </button>
    </div>
  )
}
