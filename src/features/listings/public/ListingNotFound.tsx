import { MessageScreen } from '#ui/feedback/ErrorScreens.tsx'
import buttons from '#ui/theme/buttons.module.css'

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
