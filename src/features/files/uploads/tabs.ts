const TAB_PREFIX = 'uploads-of-'

/** A name for this tab, which the browser knows as taken until the tab is closed. */
export function claimTab() {
  const tab = `${TAB_PREFIX}${Math.random().toString(36).slice(2)}`
  // Never lets go. Not there on an insecure page, where two tabs may then offer the same upload.
  void navigator.locks?.request(tab, () => new Promise(() => {}))
  return tab
}

/** Tabs that are open: what they upload is theirs. */
export async function listOpenTabs() {
  const { held = [] } = (await navigator.locks?.query()) ?? {}
  return new Set(held.map(({ name }) => name))
}
