import type { MediaTask } from '#platform/media/mediaTasks.ts'
import type { ExtractedPhotos } from './feedArchive.media.ts'
import type { FeedContents } from './readFeed.media.ts'

/** Reads the listings of a REAXML file, or of a zip of such files, into `LISTINGS_FILE` in the folder. A file of 200 MB takes about 20 seconds. */
export const readFeedTask: MediaTask<{ path: string; folder: string }, FeedContents> = {
  name: 'read_feed',
  lane: 'background',
  timeLimitMs: 120_000,
}

/** Writes the named photos of a zip into the folder. */
export const extractFeedPhotosTask: MediaTask<{ path: string; folder: string; names: string[] }, ExtractedPhotos> = {
  name: 'extract_feed_photos',
  lane: 'background',
  timeLimitMs: 120_000,
}

/** A JSON document in each line. */
export const LISTINGS_FILE = 'listings.jsonl'

export const MAX_FEED_BYTES = 200_000_000
/** What one request of the storage takes, and more than a photo of an ad has. */
export const MAX_FEED_PHOTO_BYTES = 16_000_000
