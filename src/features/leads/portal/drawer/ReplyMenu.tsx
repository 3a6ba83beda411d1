import { Button, Menu } from '@mantine/core'
import { IconChevronDown, IconMail, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { publicListingUrl, replySubject } from '#features/listings/listingUrls.ts'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import { emailLink } from '#ui/format/contactLinks.ts'
import { MenuLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import { replyTemplatesQuery } from '../../followUp/followUp.functions.ts'
import { defaultTemplates, fillTemplate } from '../../followUp/replyTemplates.ts'
import type { OwnLead } from '../../leads.functions.ts'

interface ReplyMenuProps {
  lead: Pick<OwnLead, 'firstName' | 'email' | 'listingTitle' | 'listingSlug'>
  agentName: string
}

/** Starts an email in the agent's own email program: empty, or from a template with the buyer's name and the listing in it. */
export function ReplyMenu({ lead, agentName }: ReplyMenuProps) {
  const { data: own = [] } = useQuery(replyTemplatesQuery)
  const appUrl = useAppUrl()
  const values = {
    'first name': lead.firstName,
    listing: lead.listingTitle,
    agent: agentName,
    'link to listing': publicListingUrl(appUrl, lead.listingSlug),
  }
  const templates = own.length > 0 ? own : defaultTemplates
  return (
    <Menu position="bottom-end" width={260} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconMail {...icon} />}
          rightSection={<IconChevronDown {...icon} size={16} />}
        >
          Reply
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={emailLink(lead.email, replySubject(lead.listingTitle))}>
          Empty email
        </Menu.Item>
        <Menu.Divider />
        {templates.map(({ name, subject, body }) => (
          <Menu.Item
            key={name}
            component="a"
            href={emailLink(lead.email, fillTemplate(subject, values), fillTemplate(body, values))}
          >
            <bdi>{name}</bdi>
          </Menu.Item>
        ))}
        <Menu.Divider />
        <MenuLink to="/portal/settings" hash="templates" leftSection={<IconPencil {...icon} size={16} />}>
          Edit templates
        </MenuLink>
      </Menu.Dropdown>
    </Menu>
  )
}
