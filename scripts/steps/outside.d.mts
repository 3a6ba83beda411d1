export const unbundled: string[]
export const readAtRunTime: string[]
