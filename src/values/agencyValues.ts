/** From the widest to the narrowest. */
export const roles = ['owner', 'manager', 'agent', 'assistant'] as const
export type Role = (typeof roles)[number]
