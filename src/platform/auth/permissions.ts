import type { Role } from '#values/agencyValues.ts'
import { forbidden } from '../errors.ts'

/**
 * Who may do what in an agency. The one table, for the server and the screens. Work on listings, files, leads and people is not in it:
 * every member may do that within their reach.
 */
const rolesByPermission = {
  seeWholeAgency: ['owner', 'manager'],
  managePeople: ['owner', 'manager'],
  changeBrand: ['owner', 'manager'],
  readAuditLog: ['owner', 'manager'],
  /** API keys, webhooks, feeds and other programs. */
  manageConnections: ['owner', 'manager'],
  manageBilling: ['owner'],
  exportAgency: ['owner'],
  deleteAgency: ['owner'],
  /** Of everyone in the agency. */
  requireSecondFactor: ['owner'],
  /** How long members stay signed in, and after how long their browsers lock. */
  setSessionRule: ['owner'],
} as const satisfies Record<string, readonly Role[]>

/** The roles that a member with each role may give, change and end: managers look after agents and assistants, owners after everyone. */
const manageableRoles = {
  owner: ['owner', 'manager', 'agent', 'assistant'],
  manager: ['agent', 'assistant'],
  agent: [],
  assistant: [],
} as const satisfies Record<Role, readonly Role[]>

export type Permission = keyof typeof rolesByPermission

export const may = ({ role }: { role: Role }, permission: Permission) =>
  (rolesByPermission[permission] as readonly Role[]).includes(role)

export function requirePermission(member: { role: Role }, permission: Permission) {
  if (!may(member, permission)) throw forbidden('Your role in this agency doesn’t allow that. Ask an owner.')
}

export const rolesManagedBy = ({ role }: { role: Role }): readonly Role[] => manageableRoles[role]

export const mayManage = (member: { role: Role }, other: Role) => rolesManagedBy(member).includes(other)
