import * as z from 'zod/mini'
import { EmailAddress, idSchema, PersonName } from '#platform/input/fieldSchemas.ts'
import { inviteeRoles } from '#values/disclosureValues.ts'
import { PrivateLinkInput } from '../buyer.schema.ts'

/** Whom a buyer reads with. More are no household, and every invitation is an email to someone who did not ask for it. */
export const MAX_INVITEES = 5

export type InviteeRole = (typeof inviteeRoles)[number]

/** For a choice, and after a name. */
export const inviteeRoleLabels: Record<InviteeRole, string> = {
  partner: 'Partner',
  lawyer: 'Lawyer',
  bank: 'Bank or broker',
  other: 'Someone else',
}

/** "Shared with a lawyer". */
export const inviteeRoleNouns: Record<InviteeRole, string> = {
  partner: 'a partner',
  lawyer: 'a lawyer',
  bank: 'a bank or broker',
  other: 'someone else',
}

export const NewInvitee = z.strictObject({
  name: PersonName.check(z.minLength(1, 'Please enter their name')),
  email: EmailAddress,
  role: z.enum(inviteeRoles),
})
export type NewInvitee = z.infer<typeof NewInvitee>

const InviteeId = idSchema('invt', 'an invited person')

export const InviteInput = z.strictObject({ ...PrivateLinkInput.shape, ...NewInvitee.shape })
export type InviteInput = z.infer<typeof InviteInput>
/** One of the buyer's invitees, with the key of the buyer's private link. */
export const BuyersInviteeInput = z.strictObject({ ...PrivateLinkInput.shape, inviteeId: InviteeId })
export type BuyersInviteeInput = z.infer<typeof BuyersInviteeInput>
export const InviteeInput = z.strictObject({ inviteeId: InviteeId })
