import { Box, Text, Title } from '@mantine/core'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import { DescriptionText } from '../../description/DescriptionText.tsx'
import { emptyDescription } from '../../description/description.schema.ts'
import { plainDescription } from '../../description/plainDescription.ts'
import { publicListingUrl } from '../../listingLinks.ts'
import { slugFromTitle } from '../../listings.schema.ts'
import classes from './ListingPreview.module.css'
import type { ListingFormValues } from './listingFormValues.ts'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const exampleDescription = { ...emptyDescription, content: [paragraph('Your description goes here.')] }

/** A small preview of the public page, updated while typing. */
export function ListingPreview({ title, subtitle, slug, description }: ListingFormValues) {
  const link = publicListingUrl(useAppUrl(), slug || slugFromTitle(title))
  const isEmpty = plainDescription(description) === ''
  return (
    <figure className={classes.window} aria-label="Preview">
      <figcaption className={classes.address}>
        <strong>Preview</strong> {link.replace(/^https?:\/\//, '')}
      </figcaption>
      {/* Focusable, so that a long description can be scrolled by keyboard. */}
      <Box role="group" className={classes.page} aria-label="Public page" tabIndex={0}>
        <ListingText
          title={title || 'Title'}
          subtitle={subtitle || 'Subtitle'}
          description={isEmpty ? exampleDescription : description}
          order={2}
        />
      </Box>
    </figure>
  )
}

interface ListingTextProps {
  title: string
  subtitle: string
  description: unknown
  /** The heading level of the title: 1 on the page, 2 in a preview. */
  order?: 1 | 2
}

/** What buyers read, on the public page and in its preview. */
const ListingText = ({ title, subtitle, description, order = 1 }: ListingTextProps) => (
  <>
    <Title order={order} dir="auto">
      {title}
    </Title>
    <Text c="dimmed" size="lg" mt={8} mb="lg">
      {subtitle}
    </Text>
    <DescriptionText description={description} />
  </>
)
