import { PlainAction } from './Action.tsx'

export interface HasExample {
  /** Where everybody may see a listing as buyers see it, if there is one to see. */
  examplePath: string | null
}

export function LiveExample({ examplePath, large }: HasExample & { large?: boolean }) {
  if (!examplePath) return null
  return (
    <PlainAction href={examplePath} look="plain" large={large}>
      See a live example
    </PlainAction>
  )
}
