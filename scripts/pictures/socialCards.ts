import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawSharePictureJpeg } from '../../src/features/listings/media/sharePicture.media.ts'
import { drawSocialCard } from './socialCard.ts'

const folder = join(import.meta.dirname, '../../public/social')

/** Pictures for shared links to marketing pages, by the name that `marketingHead` uses. */
const cards = {
  home: { headline: 'Property files made easy for agents & buyers', picture: 'dashboard' },
  features: { headline: 'From a folder of scans to a qualified lead', picture: 'editor' },
  pricing: { headline: 'One plan, everything included. 30 days free.', picture: 'analytics' },
  about: { headline: 'Property documents, easy to share and easy to read', picture: 'listing' },
  help: { headline: 'Help for agents and buyers', picture: 'lead' },
  developers: { headline: 'Connect your CRM or website', picture: 'dashboard' },
  verify: { headline: 'Verify a disclosure certificate', picture: 'reading' },
  'privacy-policy': { headline: 'Privacy policy', picture: 'reading' },
  terms: { headline: 'Terms of service', picture: 'reading' },
} as const

export async function drawSocialCards() {
  await mkdir(folder, { recursive: true })
  for (const [name, card] of Object.entries(cards))
    await writeFile(join(folder, `${name}.jpg`), await drawSocialCard(card.headline, card.picture))
  // For a listing without a cover photo whose own picture has not been drawn yet.
  const listing = await drawSharePictureJpeg({ title: 'Photos and documents of this property', subtitle: '' })
  await writeFile(join(folder, 'listing.jpg'), listing)
}
