import { Button } from '@mantine/core'
import { IconDownload, IconLink } from '@tabler/icons-react'
import { useAppUrl } from '#platform/config/useAppUrl.ts'
import { copyLink } from '#ui/feedback/copyText.ts'
import { Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { publicListingUrl, type ShareFileName, shareFilePath } from '../listingLinks.ts'
import type { ListingState } from '../listingsSearch.ts'
import classes from './ShareDialog.module.css'

const downloads: { kind: ShareFileName; label: string }[] = [
  { kind: 'qr.png', label: 'PNG' },
  { kind: 'qr.svg', label: 'SVG' },
  { kind: 'poster.pdf', label: 'Poster, A4' },
]

interface ShareDialogProps {
  listing: { id: string; title: string; slug: string; state: ListingState }
  opened: boolean
  onClose: () => void
}

/** QR code, poster and link of a listing. */
export function ShareDialog({ listing: { id, title, slug, state }, opened, onClose }: ShareDialogProps) {
  const link = publicListingUrl(useAppUrl(), slug)
  return (
    <Dialog opened={opened} onClose={onClose} title="QR code and poster">
      <div className={classes.share}>
        <img
          className={classes.code}
          src={shareFilePath(id, 'qr.svg')}
          alt={`QR code for ${title}`}
          width={200}
          height={200}
        />
        <p className={classes.link}>{link}</p>
        {state !== 'published' && <p className={classes.hint}>The link works once you publish the listing.</p>}
        <div className={classes.downloads}>
          {downloads.map(({ kind, label }) => (
            <Button
              key={kind}
              component="a"
              href={shareFilePath(id, kind)}
              download
              variant="default"
              leftSection={<IconDownload {...icon} />}
            >
              {label}
            </Button>
          ))}
        </div>
        <Button fullWidth leftSection={<IconLink {...icon} />} onClick={() => copyLink(link)}>
          Copy link
        </Button>
      </div>
    </Dialog>
  )
}
