import { IconMail } from '@tabler/icons-react'
import { Notice } from '#ui/feedback/Notice.tsx'
import { shortDateTime } from '#ui/format/dates.ts'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { ListingChange } from './findListingChange.ts'

interface ListingChangeNoticeProps {
  listingId: string
  change: ListingChange
  timeZone: string
  onClose: () => void
}

/** After the agent has saved something that buyers may know the old value of. Nothing is sent before they have read it. */
export const ListingChangeNotice = ({ listingId, change, timeZone, onClose }: ListingChangeNoticeProps) => (
  <Notice
    role="status"
    icon={<IconMail {...icon} />}
    title={
      change.kind === 'price'
        ? 'The price has changed. Tell buyers?'
        : `The open home is now on ${shortDateTime(change.startsAt, timeZone)}. Tell buyers?`
    }
    action={
      <ButtonLink
        to="/portal/listings/$id/messages/new"
        params={{ id: listingId }}
        search={change.kind === 'price' ? { kind: 'price' } : { kind: 'open_home', openHome: change.openHome }}
        size="xs"
      >
        Write the message
      </ButtonLink>
    }
    onClose={onClose}
  >
    <p>The listing shows it already. We’ll start the text for you.</p>
  </Notice>
)
