/** Spans of whole days up to today, as the agent's calendar has them. */
export const ranges = ['7d', '30d', '90d', '12m', 'custom'] as const
export type Range = (typeof ranges)[number]
