import { Box } from '@mantine/core'
import { useAppUrl } from '#platform/useAppUrl.ts'
import { emptyDescription } from '../description/description.ts'
import { plainDescription } from '../description/descriptionText.ts'
import { ListingText } from '../ListingWords.tsx'
import type { ListingTexts } from '../listings.ts'
import { publicLink } from '../publicLink.ts'
import { slugFrom } from '../slugs.ts'
import classes from './ListingPreview.module.css'

const paragraph = (text: string) => ({ type: 'paragraph', content: [{ type: 'text', text }] })
const exampleDescription = { ...emptyDescription, content: [paragraph('Your description goes here.')] }

/** The public page as it would be, letter by letter, in a small window of its own. */
export function ListingPreview({ title, subtitle, slug, description }: ListingTexts) {
  const link = publicLink(useAppUrl(), slug || slugFrom(title))
  const isEmpty = plainDescription(description) === ''
  return (
    <figure className={classes.window} aria-label="Preview">
      <figcaption className={classes.address}>
        <strong>Preview</strong> {link.replace(/^https?:\/\//, '')}
      </figcaption>
      {/* A long description scrolls, and who has only a keyboard must be able to. */}
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
