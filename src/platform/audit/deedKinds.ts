import type { AuditAction } from './deeds.ts'

/** What an agent may look for. */
export const auditCategories = {
  access: [
    'signed_in',
    'sign_in_failed',
    'sessions_ended',
    'reset_requested',
    'password_reset',
    'password_changed',
    'email_changed',
  ],
  plan: ['subscription_changed'],
  downloads: ['export_requested', 'downloaded'],
  listings: ['listing_published', 'listing_taken_down'],
  erasures: ['deletion_scheduled', 'deletion_undone', 'buyer_erased'],
} as const satisfies Record<string, AuditAction[]>

export type AuditCategory = keyof typeof auditCategories
