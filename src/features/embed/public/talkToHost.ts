/**
 * An embedded page tells `embed.js` on the page around it how high it is, and when it wants the whole window because a dialog is open.
 * `public/embed.js` is the other side. Browsers keep that script for an hour and sites may keep a copy for longer, so messages get new fields,
 * and never another meaning.
 */
interface Host {
  window: MessageEventSource
  origin: string
}

const SOURCE = 'property-files'

export function talkToHost() {
  let host: Host | undefined
  let last = ''

  function tell() {
    if (!host) return
    const message = {
      source: SOURCE,
      height: Math.ceil(document.body.getBoundingClientRect().height),
      isExpanded: document.querySelector('dialog[open]') !== null,
      title: document.title,
    }
    const text = JSON.stringify(message)
    if (text === last) return
    last = text
    host.window.postMessage(message, { targetOrigin: host.origin })
  }

  addEventListener('message', ({ source, origin, data }) => {
    // Browsers show this page to no frame but one of the agency's sites, so the window around it is one of them.
    if (source !== window.parent || !source || !isHello(data)) return
    host = { window: source, origin }
    last = ''
    tell()
  })
  new ResizeObserver(tell).observe(document.body)
  new MutationObserver(tell).observe(document.body, {
    subtree: true,
    childList: true,
    attributes: true,
    attributeFilter: ['open'],
  })
}

const isHello = (data: unknown) =>
  typeof data === 'object' && data !== null && 'source' in data && data.source === `${SOURCE}-host`
