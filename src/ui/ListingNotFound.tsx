import { ButtonLink } from './links.tsx'
import { MessageScreen } from './MessageScreen.tsx'

export function ListingNotFound() {
  return (
    <MessageScreen
      heading="Listing not found"
      actions={
        <ButtonLink to="/" reloadDocument variant="default">
          Go to home page
        </ButtonLink>
      }
    >
      Please check the URL and try again.
    </MessageScreen>
  )
}
