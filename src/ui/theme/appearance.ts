import { createIsomorphicFn } from '@tanstack/react-start'
import { useSyncExternalStore } from 'react'
import { readPreferenceCookie, savePreferenceCookie } from '#platform/http/preferenceCookie.ts'

/** How the portal looks. `device` follows the device's own setting. The colours are in `appearance.css`. */
export const appearances = ['light', 'dark', 'device'] as const
export type Appearance = (typeof appearances)[number]

const COOKIE_NAME = 'appearance'
const listeners = new Set<() => void>()

/** The agent's choice in this browser. */
export const useAppearance = () => useSyncExternalStore(subscribe, readSavedAppearance, readRenderedAppearance)

export function saveAppearance(appearance: Appearance) {
  savePreferenceCookie(COOKIE_NAME, appearance)
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void) {
  listeners.add(listener)
  return () => {
    listeners.delete(listener)
  }
}

const toAppearance = (text: string | undefined): Appearance => appearances.find((known) => known === text) ?? 'light'

const readSavedAppearance = () => toAppearance(readPreferenceCookie(COOKIE_NAME))

/** What the server has rendered: hydration has to start from the same, even if another tab has changed the cookie since. */
const readRenderedAppearance = createIsomorphicFn()
  .server(readSavedAppearance)
  .client(() => toAppearance(document.documentElement.dataset.appearance))
