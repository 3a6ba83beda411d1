import { Button } from '@mantine/core'
import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { MantineRoot } from '../theme/MantineRoot.tsx'
import { icon } from '../theme/theme.ts'
import { ErrorLink, hasErrorLink } from './FailureAlert.tsx'
import { failureMessage } from './failureMessage.ts'
import classes from './ToastArea.module.css'

export const ToastArea = () => (
  <MantineRoot>
    <Notifications
      position="bottom-right"
      classNames={{ root: classes.area }}
      limit={5}
      autoClose={4000}
      transitionDuration={250}
      containerWidth={440}
      notificationMaxHeight={200}
    />
  </MantineRoot>
)

const toastProps = { withBorder: true, closeButtonProps: { 'aria-label': 'Close' } }
const successToast = { ...toastProps, color: 'teal.9', icon: <IconCheck {...icon} /> }
const errorToast = { ...toastProps, color: 'red.8', icon: <IconAlertCircle {...icon} /> }

/** Undoing an older change after a newer one would mix them up, so only the newest toast offers it. */
let undoToast: string | undefined

function closeUndoToast() {
  if (undoToast) hideNotification(undoToast)
  undoToast = undefined
}

export function showToast(message: string) {
  closeUndoToast()
  showNotification({ message, ...successToast })
}

export function showUndoToast(message: string, onUndo: () => void) {
  closeUndoToast()
  const undo = () => {
    hideNotification(id)
    onUndo()
  }
  const id = showNotification({
    message: (
      <span className={classes.withAction}>
        {message}
        <Button variant="subtle" size="compact-sm" onClick={undo}>
          Undo
        </Button>
      </span>
    ),
    ...successToast,
  })
  undoToast = id
}

export function showErrorToast(error: unknown) {
  const text = failureMessage(error)
  const message = hasErrorLink(error) ? (
    <span className={classes.withAction}>
      {text}
      <ErrorLink error={error} onClick={() => hideNotification(id)} />
    </span>
  ) : (
    text
  )
  const id = showNotification({ message, ...errorToast })
}
