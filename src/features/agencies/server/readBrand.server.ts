import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { agency } from '#db/schema/agencies.ts'
import type { Services } from '#platform/services.server.ts'
import { type Brand, isReadableColour } from '../brandLook.ts'

/** We encoded the logo as a PNG ourselves: its width and height are at fixed places. */
const logoSize = {
  width: sql<number | null>`get_byte(${agency.logo}, 18) * 256 + get_byte(${agency.logo}, 19)`,
  height: sql<number | null>`get_byte(${agency.logo}, 22) * 256 + get_byte(${agency.logo}, 23)`,
}

const brandColumns = {
  name: agency.name,
  legalLine: agency.legalLine,
  website: agency.website,
  colour: agency.colour,
  logoVersion: agency.logoVersion,
  ...logoSize,
}

/** Null for an agency that has nothing but a name: its pages look like ours. */
export async function readBrand(db: Db, agencyId: string): Promise<Brand | null> {
  const [found] = await db.select(brandColumns).from(agency).where(eq(agency.id, agencyId))
  return found ? describeBrand(agencyId, found) : null
}

interface BrandTexts {
  name: string
  legalLine: string
  website: string
  colour: string
}

interface StoredBrand extends BrandTexts {
  logoVersion: string | null
  width: number | null
  height: number | null
}

function describeBrand(agencyId: string, stored: StoredBrand): Brand | null {
  const { name, legalLine, website, logoVersion } = stored
  if (!name || !(legalLine || website || stored.colour || logoVersion)) return null
  const colour = isReadableColour(stored.colour) ? stored.colour : null
  const logo = describeLogo(agencyId, stored)
  return { name, legalLine, website, colour, logo, version: brandVersion([name, colour, logoVersion]) }
}

const describeLogo = (agencyId: string, { logoVersion, width, height }: Omit<StoredBrand, keyof BrandTexts>) =>
  logoVersion && width && height ? { url: `/agency-logo/${agencyId}?v=${logoVersion}`, width, height } : null

/** The logo, also of an agency without a name. */
export async function findLogo(db: Db, agencyId: string) {
  const [found] = await db
    .select({ logoVersion: agency.logoVersion, ...logoSize })
    .from(agency)
    .where(eq(agency.id, agencyId))
  return found ? describeLogo(agencyId, found) : null
}

const brandVersion = (shown: (string | null)[]) =>
  createHash('sha256').update(JSON.stringify(shown)).digest('base64url').slice(0, 8)

/** What a drawing shows of an agency. */
export interface DrawnBrand {
  name: string
  legalLine: string
  colour: string | null
  /** A PNG, perhaps with transparency. */
  logo?: Uint8Array
}

/** The same for posters, share pictures and certificates, with the bytes of the logo. */
export async function readDrawnBrand(db: Db, agencyId: string): Promise<DrawnBrand | undefined> {
  const brand = await readBrand(db, agencyId)
  if (!brand) return undefined
  const { name, legalLine, colour, logo } = brand
  return { name, legalLine, colour, ...(logo && { logo: await readLogo(db, agencyId) }) }
}

export async function readAgencyName(db: Db, agencyId: string) {
  const [found] = await db.select({ name: agency.name }).from(agency).where(eq(agency.id, agencyId))
  return found?.name ?? ''
}

/** What the agency says at the end of emails to buyers. */
export async function readClosingText(db: Db, agencyId: string) {
  const [found] = await db.select({ text: agency.emailText }).from(agency).where(eq(agency.id, agencyId))
  return found?.text ?? ''
}

async function readLogo(db: Db, agencyId: string) {
  const [found] = await db.select({ logo: agency.logo }).from(agency).where(eq(agency.id, agencyId))
  return found?.logo ?? undefined
}

/** No access check: the logo is public. Immutable: the URL changes with the logo. */
export async function serveAgencyLogo({ database }: Pick<Services, 'database'>, agencyId: string) {
  const logo = await readLogo(database.db, agencyId)
  if (!logo) return new Response('Not found', { status: 404 })
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=31536000, immutable' }
  return new Response(new Uint8Array(logo), { headers })
}
