import { Menu } from '@mantine/core'
import {
  IconArchive,
  IconArchiveOff,
  IconChartBar,
  IconCopy,
  IconExternalLink,
  IconEyeOff,
  IconFileExport,
  IconLink,
  IconMail,
  IconPencil,
  IconShare2,
  IconShieldCheck,
  IconUserPlus,
  IconWorldUpload,
} from '@tabler/icons-react'
import { MenuLink } from '#ui/links.tsx'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { ListedListing } from '../listings.functions.ts'
import { publicListingPath } from '../listingUrls.ts'
import type { ListingAction } from './useListingActions.ts'
import { useCopyListingLink } from './useShareListing.ts'

export interface ListingMenuProps {
  listing: ListedListing
  onAct: (act: { action: ListingAction; listing: ListedListing }) => void
  onDuplicate: (id: string) => void
  onShare: (listing: ListedListing) => void
}

export function ListingMenu({ listing, onAct, onDuplicate, onShare }: ListingMenuProps) {
  const { id, title, slug, state } = listing
  const { copy } = useCopyListingLink(listing)
  const act = (action: ListingAction) => () => onAct({ action, listing })
  return (
    <ActionsMenu itemName={title}>
      <MenuLink to="/portal/listings/$id" params={{ id }} leftSection={<IconPencil {...icon} />}>
        Open
      </MenuLink>
      {state === 'published' && (
        <Menu.Item
          component="a"
          href={publicListingPath(slug)}
          target="_blank"
          leftSection={<IconExternalLink {...icon} />}
        >
          View public page
        </Menu.Item>
      )}
      <MenuLink to="/portal/analytics" search={{ listingId: id }} leftSection={<IconChartBar {...icon} />}>
        Analytics
      </MenuLink>
      <MenuLink to="/portal/listings/$id/messages" params={{ id }} leftSection={<IconMail {...icon} />}>
        Messages
      </MenuLink>
      <MenuLink to="/portal/listings/$id/record" params={{ id }} leftSection={<IconShieldCheck {...icon} />}>
        Record
      </MenuLink>
      {state !== 'archived' && (
        <MenuLink to="/portal/leads" search={{ listing: id, add: 'lead' }} leftSection={<IconUserPlus {...icon} />}>
          Add lead
        </MenuLink>
      )}
      {state !== 'archived' && (
        <Menu.Item leftSection={<IconLink {...icon} />} onClick={copy}>
          Copy link
        </Menu.Item>
      )}
      {state !== 'archived' && (
        <Menu.Item leftSection={<IconShare2 {...icon} />} onClick={() => onShare(listing)}>
          Share
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconCopy {...icon} />} onClick={() => onDuplicate(id)}>
        Duplicate
      </Menu.Item>
      <Menu.Item
        component="a"
        href={`/portal/listings/${id}/reaxml`}
        download
        leftSection={<IconFileExport {...icon} />}
      >
        Export as REAXML
      </Menu.Item>
      <Menu.Divider />
      {state === 'draft' && (
        <Menu.Item leftSection={<IconWorldUpload {...icon} />} onClick={act('publish')}>
          Publish
        </Menu.Item>
      )}
      {state === 'published' && (
        <Menu.Item leftSection={<IconEyeOff {...icon} />} onClick={act('unpublish')}>
          Unpublish
        </Menu.Item>
      )}
      {state === 'archived' ? (
        <Menu.Item leftSection={<IconArchiveOff {...icon} />} onClick={act('restore')}>
          Restore
        </Menu.Item>
      ) : (
        <Menu.Item leftSection={<IconArchive {...icon} />} onClick={act('archive')}>
          Archive
        </Menu.Item>
      )}
    </ActionsMenu>
  )
}
