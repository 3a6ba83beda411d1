export const heapFlags: string[]
export const heapSettings: Record<string, string>
