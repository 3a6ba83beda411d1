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

export function rememberAgentsBrowser() {
  findStorage()?.setItem(KEY, '1')
  markAgentsPage()
}

export function forgetAgentsBrowser() {
  findStorage()?.removeItem(KEY)
  markAgentsPage()
}

/** Lets style sheets show what is for agents (`data-for`, base.css): public pages are the same bytes for everyone. */
export function markAgentsPage() {
  document.documentElement.toggleAttribute('data-agent', isAgentsBrowser())
}

/** The same before the first paint, so that nothing moves. */
export const MARK_AGENTS_PAGE = `try{if(localStorage.${KEY}==="1")document.documentElement.dataset.agent=""}catch{}`
