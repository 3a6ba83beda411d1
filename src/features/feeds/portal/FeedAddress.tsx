import { Button, Code, Group, Text } from '@mantine/core'
import { apiScopeLabels } from '#features/api/apiScopeLabels.ts'
import { copyText } from '#ui/feedback/copyText.ts'
import { FEED_PATH } from '../feeds.schema.ts'

/** Where a CRM sends its files, and what it needs for that. */
export function FeedAddress({ appUrl }: { appUrl: string }) {
  const address = `${appUrl}${FEED_PATH}`
  return (
    <>
      <Text size="sm">
        Your CRM can also send files itself. Give it this address and an API key with “
        {apiScopeLabels['feeds:write'].label}”. The first file waits here until you import it.
      </Text>
      <Group gap="xs">
        <Code style={{ overflowWrap: 'anywhere' }}>{address}</Code>
        <Button variant="default" size="xs" onClick={() => copyText(address, 'Address copied')}>
          Copy address
        </Button>
      </Group>
    </>
  )
}
