import { readStored, removeStored, store } from '#ui/browserStorage.ts'

const KEY = 'agent'

/** Whether an agent has used the portal in this browser. Only a call tells whether they are still signed in. */
export const isAgentsBrowser = () => readStored(KEY) === '1'

export function rememberAgentsBrowser() {
  store(KEY, '1')
  markAgentsPage()
}

export function forgetAgentsBrowser() {
  removeStored(KEY)
  markAgentsPage()
}

/** Lets style sheets show what is for agents (`data-for`, base.css): public pages are the same bytes for everyone. */
export function markAgentsPage() {
  document.documentElement.toggleAttribute('data-agent', isAgentsBrowser())
}

/** The same before the first paint, so that nothing moves. */
export const MARK_AGENTS_PAGE = `try{if(localStorage.${KEY}==="1")document.documentElement.dataset.agent=""}catch{}`
