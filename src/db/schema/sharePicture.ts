import { pgTable, text } from 'drizzle-orm/pg-core'
import { moment, reference } from './columns.ts'
import { listing } from './listing.ts'

/** The picture that networks show beside the link to a published listing. */
export const sharePicture = pgTable('share_picture', {
  listingId: text()
    .primaryKey()
    .references(() => listing.id, reference),
  /** Its key in the storage; a new picture has a new one. Nothing where it could not be drawn. */
  path: text().unique(),
  /** A hash of the text and the photo on it: another one means that the picture is out of date. */
  fingerprint: text().notNull(),
  drawnAt: moment().notNull().defaultNow(),
})
