import { Button, Skeleton } from '@mantine/core'
import { IconCopy, IconDownload, IconExternalLink, IconLink } from '@tabler/icons-react'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { copyText } from '#ui/feedback/copyOrSaveText.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import type { ListingState } from '../listingsSearch.ts'
import { publicListingPath, type ShareFileName, shareFilePath } from '../listingUrls.ts'
import { fetchListingPreview } from '../public/publicListings.functions.ts'
import classes from './ShareDialog.module.css'
import { adText, messageText } from './shareTexts.ts'
import { useCopyListingLink, useRecordShare } from './useShareListing.ts'

const downloads: { kind: ShareFileName; label: string }[] = [
  { kind: 'qr.png', label: 'QR code, PNG' },
  { kind: 'qr.svg', label: 'QR code, SVG' },
  { kind: 'poster.pdf', label: 'Poster, A4' },
]

interface ShareDialogProps {
  listing: { id: string; title: string; slug: string; state: ListingState }
  /** It was published a moment ago. */
  isNew?: boolean
  opened: boolean
  onClose: () => void
}

/** Everything to share a listing with: link, QR code, poster and texts. */
export function ShareDialog({ listing, isNew = false, opened, onClose }: ShareDialogProps) {
  const { id, title, slug, state } = listing
  const isPublished = state === 'published'
  const { link, copy } = useCopyListingLink(listing)
  const onShare = useRecordShare(listing)
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={isNew ? `${title} is live` : `Share ${title}`}
      size={560}
      fullScreen="on phones"
    >
      <div className={classes.share}>
        {isNew && <p className={classes.about}>Put the link in your ad. Leads come straight to your inbox.</p>}
        {!isPublished && <p className={classes.about}>The link works once you publish the listing.</p>}
        <div className={classes.link}>
          <span>{link.replace(/^https?:\/\//, '')}</span>
          <Button leftSection={<IconLink {...icon} />} onClick={copy} data-autofocus>
            Copy link
          </Button>
        </div>
        <div className={classes.prints}>
          <img
            className={classes.code}
            src={shareFilePath(id, 'qr.svg')}
            alt={`QR code for ${title}`}
            width={132}
            height={132}
          />
          <div className={classes.downloads}>
            {downloads.map(({ kind, label }) => (
              <Button
                key={kind}
                component="a"
                href={shareFilePath(id, kind)}
                download
                variant="default"
                leftSection={<IconDownload {...icon} />}
                onClick={onShare}
              >
                {label}
              </Button>
            ))}
          </div>
        </div>
        <ShareTexts id={id} link={link} onShare={onShare} />
        {isPublished && (
          <Button
            component="a"
            href={publicListingPath(slug)}
            target="_blank"
            variant="default"
            leftSection={<IconExternalLink {...icon} />}
            onClick={onShare}
          >
            Open as a buyer
          </Button>
        )}
      </div>
    </Dialog>
  )
}

interface ShareTextsProps {
  id: string
  link: string
  onShare: () => void
}

/** Ready to paste. */
function ShareTexts({ id, link, onShare }: ShareTextsProps) {
  const { data: listing, isPending } = useQuery(previewQuery(id))
  if (isPending) return <Skeleton h={220} aria-label="Loading the texts" />
  // The link and the codes work without them.
  if (!listing) return null
  const texts = [
    { heading: 'Text for your ad', text: adText(listing, link), message: 'Ad text copied' },
    { heading: 'Message to a buyer', text: messageText(listing, link), message: 'Message copied' },
  ]
  return texts.map(({ heading, text, message }) => (
    <section key={heading} className={classes.text} aria-label={heading}>
      <div className={classes.textHead}>
        <h3>{heading}</h3>
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconCopy {...icon} size={16} />}
          aria-label={`Copy: ${heading}`}
          onClick={() => {
            onShare()
            void copyText(text, message)
          }}
        >
          Copy
        </Button>
      </div>
      <p>{text}</p>
    </section>
  ))
}

const previewQuery = (id: string) =>
  queryOptions({
    queryKey: queryKeys.listings.preview(id),
    queryFn: () => fetchListingPreview({ data: { id } }),
    // Files may have become ready since.
    staleTime: 0,
    meta: { handled: true },
  })
