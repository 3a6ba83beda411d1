export function neededPackages(imports: string[], folder?: string): Set<string>
