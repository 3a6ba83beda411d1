import { plainDescription } from '../description/descriptionText.ts'
import type { ListingTexts } from '../listings.ts'

export interface FileCounts {
  photoCount: number
  documentCount: number
}

/** What makes a listing worth a buyer's visit. Nothing of it but the title is required to publish. */
export const checkReadiness = (
  { title, subtitle, description }: Pick<ListingTexts, 'title' | 'subtitle' | 'description'>,
  { photoCount, documentCount }: FileCounts,
) => [
  { words: 'A title', ready: title.trim() !== '' },
  { words: 'A subtitle', ready: subtitle.trim() !== '' },
  { words: 'A description', ready: plainDescription(description) !== '' },
  { words: 'A cover photo', ready: photoCount > 0 },
  { words: 'At least one document', ready: documentCount > 0 },
]
