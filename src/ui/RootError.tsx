import type { ErrorComponentProps } from '@tanstack/react-router'
import { toError } from './asError.ts'
import buttons from './buttons.module.css'
import { FullScreen } from './FullScreen.tsx'
import { ListingNotFound } from './ListingNotFound.tsx'
import { MessageScreen } from './MessageScreen.tsx'

/** The last screen there is: shown when the page around every other page has failed. */
export function RootError({ error }: ErrorComponentProps) {
  const { name } = toError(error)
  return <FullScreen>{name === 'NotFoundError' ? <ListingNotFound /> : <UnexpectedFailure name={name} />}</FullScreen>
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
