import { IconGavel } from '@tabler/icons-react'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'

/** Opens the dialog. */
export const BringForwardLink = ({ listingId }: { listingId: string }) => (
  <ButtonLink
    to="/portal/listings/$id/messages"
    params={{ id: listingId }}
    search={{ bring: 'auction' }}
    variant="default"
    leftSection={<IconGavel {...icon} />}
  >
    Bring auction forward
  </ButtonLink>
)
