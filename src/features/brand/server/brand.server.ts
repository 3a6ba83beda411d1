import { createHash } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import type { Db } from '#db/client.server.ts'
import { profile } from '#db/schema/accounts.ts'
import { agency } from '#db/schema/agencies.ts'
import { shortRandomId } from '#db/schema/columns.ts'
import { findLogo } from '#features/agencies/server/readBrand.server.ts'
import { writeAudit } from '#features/audit/writeAudit.server.ts'
import { readQuestions, type UsualQuestions } from '#features/listings/questions/questions.schema.ts'
import { redrawAgencyPicturesJob } from '#features/listings/server/sharePictures.server.ts'
import { may } from '#platform/auth/permissions.ts'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, changedElsewhere, forbidden, notFound, tooManyRequests, unavailable } from '#platform/errors.ts'
import { MediaError } from '#platform/media/mediaError.ts'
import { makeLogoTask } from '#platform/media/mediaTasks.ts'
import type { Services } from '#platform/services.server.ts'
import type { BrandFields, SaveBrandInput } from '../brand.schema.ts'
import { handleOfficeEmailChange, needsLink, requireLinkLimits } from './officeEmail.server.ts'

const RETRY_AFTER_SECONDS = 2

const fieldColumns = {
  name: agency.name,
  legalLine: agency.legalLine,
  website: agency.website,
  colour: agency.colour,
  officeEmail: agency.officeEmail,
  emailText: agency.emailText,
  privacyText: agency.privacyText,
}

/** Everything that can be changed on the page. `version` says which fields they are, for `saveBrand`. */
export async function readBrandSettings(db: Db, agent: Agent) {
  requirePermission(agent)
  const [found] = await db
    .select({ fields: fieldColumns, questions: agency.questions, confirmedAt: agency.officeEmailConfirmedAt })
    .from(agency)
    .where(eq(agency.id, agent.agencyId))
  if (!found) throw notFound()
  const { fields, questions, confirmedAt } = found
  const logo = await findLogo(db, agent.agencyId)
  return {
    fields,
    version: fieldsVersion(fields),
    /** The office's address, as long as nobody has confirmed it. */
    unconfirmedOfficeEmail: confirmedAt ? '' : fields.officeEmail,
    logo,
    questions: readQuestions(questions),
  }
}

/** Not the time of the last change: a new logo must not get in the way of someone who is typing. */
const fieldsVersion = ({ name, legalLine, website, colour, officeEmail, emailText, privacyText }: BrandFields) =>
  createHash('sha256')
    .update(JSON.stringify([name, legalLine, website, colour, officeEmail, emailText, privacyText]))
    .digest('base64url')

function requirePermission(agent: Agent) {
  if (!may(agent, 'changeBrand')) throw forbidden('Only owners and managers can change the agency’s brand.')
}

type BrandServices = Pick<Services, 'media' | 'jobs' | 'database'>
type SaveServices = Pick<Services, 'jobs' | 'database' | 'mailer' | 'limits' | 'env'>

/** Refused if someone else has changed one of the fields since `version` was read. */
export async function saveBrand(services: SaveServices, agent: Agent, { version, ...fields }: SaveBrandInput) {
  requirePermission(agent)
  const { database, jobs } = services
  const { officeEmail } = fields
  const [stored] = await database.db.select(fieldColumns).from(agency).where(eq(agency.id, agent.agencyId))
  if (stored?.officeEmail !== officeEmail && needsLink(agent, officeEmail))
    await requireLinkLimits(services, agent, officeEmail)
  return database.db.transaction(async (tx) => {
    const [before] = await tx
      .select({ fields: fieldColumns, payerId: agency.payerId })
      .from(agency)
      .where(eq(agency.id, agent.agencyId))
      .for('no key update')
    if (!before) throw notFound()
    if (fieldsVersion(before.fields) !== version) throw changedElsewhere()
    await tx.update(agency).set(fields).where(eq(agency.id, agent.agencyId))
    if (before.fields.officeEmail !== officeEmail) await handleOfficeEmailChange(services, tx, agent, fields)
    // A trigger takes the name of an agency of one from this profile, also when the profile is only just created.
    if (before.payerId)
      await tx
        .insert(profile)
        .values({ userId: before.payerId, agencyName: fields.name })
        .onConflictDoUpdate({ target: profile.userId, set: { agencyName: fields.name, updatedAt: new Date() } })
    const changed = Object.entries(fields).filter(([name, value]) => before.fields[name as keyof BrandFields] !== value)
    await recordChange(
      tx,
      jobs,
      agent,
      changed.map(([name]) => name),
    )
    return { version: fieldsVersion(fields) }
  })
}

/** Kept pages are rendered again, and the pictures beside shared links are drawn again. */
async function recordChange(tx: Db, jobs: BrandServices['jobs'], agent: Agent, fields: string[]) {
  if (fields.length === 0) return
  const { agencyId } = agent
  await writeAudit(tx, agent, 'brand_changed', { fields })
  await tx.execute(sql`select pg_notify('page_changed', ${agencyId})`)
  await jobs.enqueue(tx, redrawAgencyPicturesJob, { agencyId })
}

/** Agencies whose logo this process is preparing. */
const busyAgencies = new Set<string>()

/** One at a time for each agency, and never decoded in this process. Null removes it. */
export async function saveLogo(services: BrandServices, agent: Agent, base64: string | null) {
  requirePermission(agent)
  const { agencyId } = agent
  if (busyAgencies.has(agencyId)) throw tooManyRequests(RETRY_AFTER_SECONDS)
  busyAgencies.add(agencyId)
  try {
    const logo = base64 === null ? null : await encodeLogo(services, agencyId, base64)
    await services.database.db.transaction(async (tx) => {
      const logoVersion = logo && shortRandomId()
      await tx.update(agency).set({ logo, logoVersion }).where(eq(agency.id, agencyId))
      await recordChange(tx, services.jobs, agent, ['logo'])
    })
  } finally {
    busyAgencies.delete(agencyId)
  }
}

async function encodeLogo({ media }: BrandServices, agencyId: string, base64: string) {
  try {
    return Buffer.from(await media.run(makeLogoTask, Buffer.from(base64, 'base64'), agencyId))
  } catch (error) {
    if (!(error instanceof MediaError)) throw error
    throw error.retryable ? unavailable() : new AppError('UnusableLogo', 422, error.message)
  }
}

/** Asked on every listing without its own questions whose agent has no usual ones, from now on. */
export async function saveAgencyQuestions(services: BrandServices, agent: Agent, { questions }: UsualQuestions) {
  requirePermission(agent)
  await services.database.db.transaction(async (tx) => {
    await tx
      .update(agency)
      .set({ questions: questions.length > 0 ? questions : null })
      .where(eq(agency.id, agent.agencyId))
    await recordChange(tx, services.jobs, agent, ['questions'])
  })
}
