import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import { MessageScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import buttons from '#ui/theme/buttons.module.css'

/** What a buyer sees instead of a listing. */
export function ListingError({ error }: ErrorComponentProps) {
  /** With the query, which holds the key of a private link. */
  const address = useLocation({ select: ({ href }) => href })
  if (toError(error).name === 'NotFoundError') return <ListingNotFound />
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        // Not a button, because this page has no script of its own.
        <a href={address} className={buttons.filled}>
          Try again
        </a>
      }
    >
      Please try again later.
    </MessageScreen>
  )
}

export function ListingNotFound() {
  return (
    <MessageScreen
      heading="Listing not found"
      actions={
        <a href="/" className={buttons.plain}>
          Go to home page
        </a>
      }
    >
      Please check the URL and try again.
    </MessageScreen>
  )
}
