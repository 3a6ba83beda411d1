import type { ErrorComponentProps } from '@tanstack/react-router'
import { ListingNotFound } from '#features/listings/public/ListingError.tsx'
import { FullScreenMessage, MessageScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import buttons from '#ui/theme/buttons.module.css'

/** The fallback screen when the root layout itself has failed. */
export function RootError({ error }: ErrorComponentProps) {
  const { name } = toError(error)
  return (
    <FullScreenMessage>
      {name === 'NotFoundError' ? <ListingNotFound /> : <UnexpectedFailure name={name} />}
    </FullScreenMessage>
  )
}

function UnexpectedFailure({ name }: { name: string }) {
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <>
          <a href="/" className={buttons.plain}>
            Go to home page
          </a>
          <button type="button" className={buttons.filled} onClick={() => window.location.reload()}>
            Try again
          </button>
        </>
      }
    >
      <p>Please try again later.</p>
      <p>Error: {name}</p>
    </MessageScreen>
  )
}
