import buttons from './buttons.module.css'
import { MessageScreen } from './MessageScreen.tsx'

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
