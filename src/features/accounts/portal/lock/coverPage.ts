const LOCKED = 'locked'
const COVERED_EVENTS = ['keydown', 'keyup', 'paste', 'dragover', 'drop'] as const

const isCovered = () => document.body.dataset[LOCKED] !== undefined

/**
 * The lock is a native dialog above everything, so the page below is inert. Its listeners on the window still hear keys: none of them may open,
 * close or type something there. Added when this module loads, and so before theirs.
 */
function swallow(event: Event) {
  if (!isCovered()) return
  event.stopImmediatePropagation()
  const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
  if (isEscape || event.type === 'dragover' || event.type === 'drop') event.preventDefault()
}
if (typeof window !== 'undefined') for (const name of COVERED_EVENTS) window.addEventListener(name, swallow, true)

/** Hides the page below, also in print and in the name of the tab. Nothing in it is lost. Returns a function that shows it again. */
export function coverPage(title: string) {
  const before = document.title
  document.body.dataset[LOCKED] = ''
  document.title = title
  return () => {
    delete document.body.dataset[LOCKED]
    document.title = before
  }
}
