/* Shows the documents of a listing: <script async src="https://…/embed.js" data-listing="list_…"></script> */
;(() => {
  const script = document.currentScript
  const listing = script?.dataset.listing
  if (!listing || script.dataset.shown) return
  script.dataset.shown = ''
  const { origin } = new URL(script.src)
  const WAIT_MS = 500
  const MAX_TRIES = 30
  const MAX_HEIGHT = 20000
  const PLAIN = 'display:block;width:100%;border:0;color-scheme:light;'
  const WHOLE = `${PLAIN}position:fixed;inset:0;width:100vw;height:100vh;height:100dvh;max-width:none;max-height:none;margin:0;padding:0;z-index:2147483647;background:#fff`

  const place = document.createElement('div')
  const frame = document.createElement('iframe')
  frame.title = script.dataset.title || 'Property documents'
  frame.loading = 'lazy'
  // It may run, send the form, open and save documents. It can't lead this page somewhere else.
  frame.setAttribute(
    'sandbox',
    'allow-scripts allow-same-origin allow-forms allow-popups allow-popups-to-escape-sandbox allow-downloads',
  )
  frame.src = `${origin}/embed/${encodeURIComponent(listing)}`
  frame.style.cssText = `${PLAIN}height:320px`
  place.append(frame)
  script.after(place)

  let height = 320
  let isExpanded = false
  let isHeard = false
  let overflow = ''
  let inert = []

  /** The whole window, above everything, for a dialog in the frame. The page behind can't be reached meanwhile. */
  const expand = () => {
    place.style.height = `${height}px`
    frame.style.cssText = WHOLE
    overflow = document.documentElement.style.overflow
    document.documentElement.style.overflow = 'hidden'
    for (let one = place; one.parentElement && one !== document.body; one = one.parentElement)
      for (const other of one.parentElement.children)
        if (other !== one && !other.inert) {
          other.inert = true
          inert.push(other)
        }
    // In the top layer nothing of the site's styles can move or cover it.
    if (frame.showPopover) {
      frame.popover = 'manual'
      frame.showPopover()
    }
  }
  const collapse = () => {
    if (frame.popover) {
      frame.hidePopover()
      frame.popover = null
    }
    document.documentElement.style.overflow = overflow
    for (const other of inert) other.inert = false
    inert = []
    place.style.height = ''
  }

  addEventListener('message', ({ source, origin: from, data }) => {
    if (source !== frame.contentWindow || from !== origin || data?.source !== 'property-files') return
    isHeard = true
    if (typeof data.title === 'string' && !script.dataset.title) frame.title = data.title
    const wanted = data.isExpanded === true
    if (wanted !== isExpanded) {
      isExpanded = wanted
      if (wanted) expand()
      else collapse()
    }
    // In the whole window its content has another height.
    if (isExpanded) return
    if (Number.isFinite(data.height)) height = Math.min(Math.max(data.height, 80), MAX_HEIGHT)
    frame.style.cssText = `${PLAIN}height:${height}px`
  })

  /** Not allowed on this site, missing, or offline: a link still leads there. */
  const explain = () => {
    const link = document.createElement('a')
    link.href = `${origin}/listings/${encodeURIComponent(listing)}`
    link.target = '_blank'
    link.rel = 'noopener'
    link.textContent = 'See the documents for this property'
    place.replaceChildren(link)
  }

  let tries = 0
  const greet = () => {
    if (isHeard) return
    if (tries++ > MAX_TRIES) return explain()
    // The browser keeps it back from any other origin, such as that of an error page.
    frame.contentWindow?.postMessage({ source: 'property-files-host' }, origin)
    setTimeout(greet, WAIT_MS)
  }
  frame.addEventListener('load', greet, { once: true })
})()
