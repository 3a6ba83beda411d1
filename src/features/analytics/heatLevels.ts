/** Shared by the database, the URL and screens, so there is no schema here. `features/leads/heat/heat.ts` has the formula. */
export const heatLevels = ['hot', 'warm', 'cold'] as const
export type HeatLevel = (typeof heatLevels)[number]

export const heatLevelLabels: Record<HeatLevel, string> = { hot: 'Hot', warm: 'Warm', cold: 'Cold' }

/** From this heat on. */
export const HOT_HEAT = 60
export const WARM_HEAT = 30

export const heatLevel = (heat: number): HeatLevel => (heat >= HOT_HEAT ? 'hot' : heat >= WARM_HEAT ? 'warm' : 'cold')
