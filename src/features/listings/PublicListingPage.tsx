import { Button, Text, Title } from '@mantine/core'
import { IconLink } from '@tabler/icons-react'
import { icon } from '#ui/theme.ts'
import { showErrorToast, showToast } from '#ui/toasts.tsx'
import type { PublicListing } from './listings.ts'

export function PublicListingPage({ listing }: { listing: PublicListing }) {
  return (
    <article>
      <Title order={1}>{listing.title}</Title>
      <Text c="dimmed" size="lg" mt={8}>
        {listing.subtitle}
      </Text>
      <Button variant="default" mt="lg" leftSection={<IconLink {...icon} />} onClick={copyLink}>
        Copy link
      </Button>
    </article>
  )
}

function copyLink() {
  navigator.clipboard.writeText(window.location.href).then(() => showToast('Link copied'), showErrorToast)
}
