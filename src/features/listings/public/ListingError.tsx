import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { MessageScreen, toError } from '#ui/feedback/ErrorScreens.tsx'
import buttons from '#ui/theme/buttons.module.css'
import { ListingNotFound } from './ListingNotFound.tsx'

/** What a buyer sees instead of a listing. */
export function ListingError({ error }: ErrorComponentProps) {
  const router = useRouter()
  if (toError(error).name === 'NotFoundError') return <ListingNotFound />
  return (
    <MessageScreen
      heading="Something went wrong!"
      actions={
        <button type="button" className={buttons.filled} onClick={() => router.invalidate()}>
          Try again
        </button>
      }
    >
      Please try again later.
    </MessageScreen>
  )
}
