const KEY = 'agent'

/** Undefined if the browser blocks storage. Then public pages offer the agent no link to the portal. */
function findStorage() {
  try {
    return localStorage
  } catch {
    return undefined
  }
}

/** Whether an agent has used the portal in this browser. Only a call tells whether they are still signed in. */
export const isAgentsBrowser = () => findStorage()?.getItem(KEY) === '1'
export const rememberAgentsBrowser = () => findStorage()?.setItem(KEY, '1')
export const forgetAgentsBrowser = () => findStorage()?.removeItem(KEY)
