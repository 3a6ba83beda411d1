import type { ErrorComponentProps } from '@tanstack/react-router'
import { MessageScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import buttons from '#ui/theme/buttons.module.css'
import { ListingNotFound } from './ListingNotFound.tsx'

/** What a buyer sees instead of a listing. */
export function ListingError({ error }: ErrorComponentProps) {
  if (toError(error).name === 'NotFoundError') return <ListingNotFound />
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        // Not a button, because this page has no script of its own. An empty link reloads it, with a private link's key.
        <a href="" className={buttons.filled}>
          Try again
        </a>
      }
    >
      Please try again later.
    </MessageScreen>
  )
}
