export function breakingStatements(name: string, text: string): string[]
