import { sql } from 'drizzle-orm'
import { date, index, integer, jsonb, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core'
import type { LeadForward } from '#values/agencyValues.ts'
import { roles } from '#values/agencyValues.ts'
import type { Question } from '#values/questionValues.ts'
import { user } from './accounts.ts'
import { agencyOfParent, bytes, foreignKeyActions, id, moment, requiredReference, shortRandomId } from './columns.ts'
import { listing } from './listings.ts'

/** What buyers see of an agency. Empty texts are not shown. */
function brandColumns() {
  return {
    name: text().notNull().default(''),
    /** What the law wants beside the name, such as "Licensed REAA 2008". */
    legalLine: text().notNull().default(''),
    website: text().notNull().default(''),
    /** "#0f766e". Empty means ours. */
    colour: text().notNull().default(''),
    /** A small picture, re-encoded by us. */
    logo: bytes(),
    /** Changes with the logo, so that its URL can be cached forever. */
    logoVersion: text(),
  }
}

/**
 * People who sell together, or one agent alone. A trigger on `user` (migration 0021) creates an agency of one for each new user who joins no
 * agency in the same transaction.
 */
export const agency = pgTable('agency', {
  id: id('agency'),
  /**
   * The owner who has the subscription: the `subscription…` columns of this user are the agency's. Each user pays for one agency at most: null
   * for an agency whose only member took over paying for another one.
   */
  payerId: text()
    .unique()
    .references(() => user.id, foreignKeyActions),
  ...brandColumns(),
  /** Receives a copy of each email about a lead once its owner has confirmed it. Empty means nobody. */
  officeEmail: text().notNull().default(''),
  officeEmailConfirmedAt: moment(),
  /** Origins of the agency's own site, such as `https://www.example.nz`, that may show its listings in a frame. */
  embedSites: text().array().notNull().default([]),
  /** Where each lead is also sent for a CRM that reads email, and in which format. */
  leadForwards: jsonb().$type<LeadForward[]>().notNull().default([]),
  /** What buyers are asked on listings whose agent has no usual questions. */
  questions: jsonb().$type<Question[]>(),
  /** Stands beside our notice at the form that buyers fill in. */
  privacyText: text().notNull().default(''),
  /** Stands at the end of emails to buyers. */
  emailText: text().notNull().default(''),
  /**
   * The first local day whose sums are also stored for the agency as a whole. A trigger on `member` sets it when a second member joins. Days
   * before it, and agents alone, are added up from the sums of agents.
   */
  sumsFrom: date({ mode: 'string' }),
  /** From when on members need a second factor. Null means never. */
  secondFactorFrom: moment(),
  /** So long after signing in, members have to sign in again. Null means that a session in use goes on. */
  sessionHours: integer(),
  /** After so long without anyone there, the sessions of members lock. Null means never. */
  idleLockMinutes: integer(),
  /** When everything will be erased, if an owner has requested deletion. */
  deletionDueAt: moment(),
  createdAt: moment().notNull().defaultNow(),
  updatedAt: moment().notNull().defaultNow(),
})

/** Someone who works in an agency. One user can be a member of several. */
export const member = pgTable(
  'member',
  {
    agencyId: requiredReference(() => agency.id),
    userId: requiredReference(() => user.id),
    role: text({ enum: roles }).notNull(),
    joinedAt: moment().notNull().defaultNow(),
    /** When they were last reminded that the agency requires a second factor. */
    secondFactorRemindedAt: moment(),
  },
  (table) => [primaryKey({ columns: [table.agencyId, table.userId] }), index('member_by_user').on(table.userId)],
)

/** An agent for whom an assistant acts. */
export const assistedAgent = pgTable(
  'assisted_agent',
  {
    agencyId: requiredReference(() => agency.id),
    assistantId: requiredReference(() => user.id),
    agentId: requiredReference(() => user.id),
  },
  (table) => [
    primaryKey({ columns: [table.agencyId, table.assistantId, table.agentId] }),
    index('assisted_agent_by_agent').on(table.agentId),
  ],
)

/** An email that asks someone to join an agency. Only the hash of its link is stored. */
export const memberInvitation = pgTable(
  'member_invitation',
  {
    id: text()
      .primaryKey()
      .$defaultFn(() => `join_${shortRandomId()}`),
    agencyId: requiredReference(() => agency.id),
    email: text().notNull(),
    role: text({ enum: roles }).notNull(),
    /** The agents for whom an assistant will act. */
    agentIds: text().array().notNull().default([]),
    tokenHash: text().notNull().unique(),
    invitedById: requiredReference(() => user.id),
    createdAt: moment().notNull().defaultNow(),
    sentAt: moment().notNull().defaultNow(),
    expiresAt: moment().notNull(),
    acceptedAt: moment(),
    revokedAt: moment(),
  },
  (table) => [
    uniqueIndex('member_invitation_open')
      .on(table.agencyId, table.email)
      .where(sql`${table.acceptedAt} is null and ${table.revokedAt} is null`),
  ],
)

/** A colleague who runs a listing together with its lead agent, `listing.userId`. */
export const coAgent = pgTable(
  'co_agent',
  {
    listingId: requiredReference(() => listing.id),
    userId: requiredReference(() => user.id),
    createdAt: moment().notNull().defaultNow(),
    agencyId: agencyOfParent(),
  },
  (table) => [primaryKey({ columns: [table.listingId, table.userId] }), index('co_agent_by_user').on(table.userId)],
)
