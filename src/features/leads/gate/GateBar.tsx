import buttons from '#ui/buttons.module.css'
import classes from './GateBar.module.css'
import { getTheFiles } from './gateWords.ts'
import { useGate } from './useGate.ts'

/** On a phone the way to the files is always under the thumb. */
export function GateBar() {
  const { listing, ask } = useGate()
  return (
    <div className={classes.bar}>
      <button type="button" className={`${buttons.filled} ${classes.button}`} onClick={() => ask()}>
        {getTheFiles(listing.documents.length)}
      </button>
    </div>
  )
}
