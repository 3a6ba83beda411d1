import buttons from '#ui/buttons.module.css'
import { MessageScreen } from '#ui/MessageScreen.tsx'

/** For a link that we sent, when the details it belongs to are gone. */
export const DeletedLinkScreen = ({ listing }: { listing: string }) => (
  <MessageScreen
    heading="This link no longer works"
    actions={
      <a href={`/listings/${encodeURIComponent(listing)}`} className={buttons.filled}>
        Open the listing
      </a>
    }
  >
    The details it belonged to have been deleted. You can still view the listing, leave your details again or contact
    the agent.
  </MessageScreen>
)
