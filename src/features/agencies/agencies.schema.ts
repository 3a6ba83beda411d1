import * as z from 'zod/mini'
import { Password } from '#features/accounts/accounts.schema.ts'
import type { Role } from '#values/agencyValues.ts'
import type { Brand } from './brandLook.ts'

/** Someone in the agency, as every member of it may see them. */
export interface Colleague {
  id: string
  firstName: string
  lastName: string
  email: string
  role: Role
}

/** The agency that the signed-in agent works in just now. */
export interface CurrentAgency {
  id: string
  /** Empty while the agent has not named it. */
  name: string
  /** Null while it looks like ours. */
  brand: Brand | null
  /** The signed-in agent. */
  userId: string
  role: Role
  /** The agents whose listings are the agent's own. */
  actsFor: string[]
  /** In the order of their names, the agent included. */
  members: Colleague[]
  /** When everything in it will be erased, if an owner has requested deletion. */
  deletionDueAt: Date | null
  /** From when on members need a second factor. Null if they don't. */
  secondFactorFrom: Date | null
  /** All agencies of the agent, the one joined first in front. */
  agencies: { id: string; name: string }[]
}

/** What deleting an agency asks for. */
export const AgencyDeletion = z.strictObject({ password: Password })
