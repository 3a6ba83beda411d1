import '#platform/input/zodWithoutEval.ts'
import '#ui/theme/appearance.css'
import { DoorOff } from './DoorOff.tsx'
import classes from './DoorPage.module.css'
import { DoorScreen } from './DoorScreen.tsx'
import { useDoor, useSync } from './useDoor.ts'

/** The page of the door. All that it shows comes from the device, so it is the same for everyone and works without a signal. */
export default function DoorPage() {
  const state = useDoor()
  const { outcome, sync } = useSync()
  return (
    <div className={classes.page} data-appearance="device">
      {state?.door && !state.door.isEnded && (
        <DoorScreen {...state} door={state.door} outcome={outcome} onEntry={() => void sync()} />
      )}
      {state && (!state.door || state.door.isEnded) && <DoorOff {...state} onTryAgain={sync} />}
    </div>
  )
}
