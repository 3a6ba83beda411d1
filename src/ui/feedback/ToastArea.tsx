import { Button } from '@mantine/core'
import { hideNotification, Notifications, showNotification } from '@mantine/notifications'
import { IconAlertCircle, IconCheck } from '@tabler/icons-react'
import { AppError } from '#platform/errors.ts'
import { MantineRoot } from '../theme/MantineRoot.tsx'
import { icon } from '../theme/theme.ts'
import { ErrorLink, hasErrorLink } from './FailureAlert.tsx'
import classes from './ToastArea.module.css'

const UNEXPECTED = 'Something went wrong! Please try again later.'

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

export function showToast(message: string) {
  showNotification({ message, ...successToast })
}

export function showUndoToast(message: string, onUndo: () => void) {
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
}

/** Only an `AppError` has a message for the reader; any other error is a bug. */
export function showErrorToast(error: unknown) {
  const text = error instanceof AppError ? error.message : UNEXPECTED
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
