import { findBrowserStorage } from '../browserStorage.ts'

const KEY = 'agent'

/**
 * Whether an agent has used the portal in this browser. Only a call tells whether they are still signed in. Without storage,
 * public pages offer the agent no link to the portal.
 */
export const isAgentsBrowser = () => findBrowserStorage()?.getItem(KEY) === '1'
export const rememberAgentsBrowser = () => findBrowserStorage()?.setItem(KEY, '1')
export const forgetAgentsBrowser = () => findBrowserStorage()?.removeItem(KEY)
