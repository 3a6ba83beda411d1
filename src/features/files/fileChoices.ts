export const fileStates = ['processing', 'ready', 'failed', 'archived'] as const
export const fileSorts = ['newest', 'name', 'size'] as const
