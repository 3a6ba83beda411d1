import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { toError } from './asError.ts'
import buttons from './buttons.module.css'
import { MessageScreen } from './MessageScreen.tsx'
import classes from './RouteError.module.css'

/** Stands where a page would have been; the layout around it still works. */
export function RouteError({ error }: ErrorComponentProps) {
  const router = useRouter()
  const [shown, setShown] = useState(false)
  const detailsId = useId()
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <>
          <button
            type="button"
            className={buttons.plain}
            onClick={() => setShown(!shown)}
            aria-expanded={shown}
            aria-controls={detailsId}
          >
            {shown ? 'Hide Error' : 'Show Error'}
          </button>
          <button type="button" className={buttons.filled} onClick={() => router.invalidate()}>
            Try again
          </button>
        </>
      }
    >
      <p>We couldn’t show this page.</p>
      <pre id={detailsId} className={classes.details} hidden={!shown}>
        {toError(error).message}
      </pre>
    </MessageScreen>
  )
}
