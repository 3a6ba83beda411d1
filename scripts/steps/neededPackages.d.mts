export function neededPackages(imports: string[]): Set<string>
