import buttons from '#ui/buttons.module.css'
import classes from './GateBar.module.css'
import { gateButtonLabel } from './gateWords.ts'
import { useGate } from './useGate.ts'

interface GateBarProps {
  /** A finger is on it: the form can be fetched while it is lifted. */
  onIntent: () => void
}

/** On a phone the way to the files is always under the thumb. */
export function GateBar({ onIntent }: GateBarProps) {
  const { listing, ask } = useGate()
  return (
    <div className={classes.bar}>
      <button
        type="button"
        className={`${buttons.filled} ${classes.button}`}
        onPointerDown={onIntent}
        onClick={() => ask()}
      >
        {gateButtonLabel(listing.documents.length)}
      </button>
    </div>
  )
}
