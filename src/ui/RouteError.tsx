import type { ErrorComponentProps } from '@tanstack/react-router'

export function RouteError({ error }: ErrorComponentProps) {
  return <p>Something went wrong! {error instanceof Error ? error.message : String(error)}</p>
}
