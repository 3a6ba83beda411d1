import { Anchor, Box, SegmentedControl } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { IconExternalLink } from '@tabler/icons-react'
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { icon } from '#ui/theme/theme.ts'
import classes from './ListingPreview.module.css'

const screens = {
  phone: { label: 'Phone', width: 390 },
  desktop: { label: 'Desktop', width: 1280 },
}
type Screen = keyof typeof screens
const screenNames: Screen[] = ['phone', 'desktop']

interface ListingPreviewProps {
  /** The saved page on its own, where the gallery works. A new listing has none. */
  pageLink?: string
  /** The public page. */
  children: ReactNode
}

/** The public page beside the form, as large as on a phone or on a laptop. */
export function ListingPreview({ pageLink, children }: ListingPreviewProps) {
  const [screen, setScreen] = useState<Screen>('phone')
  return (
    <figure className={classes.window} aria-label="Preview">
      <figcaption className={classes.head}>
        <strong>Preview</strong>
        <SegmentedControl
          size="xs"
          aria-label="Screen size"
          data={screenNames.map((name) => ({ value: name, label: screens[name].label }))}
          value={screen}
          onChange={setScreen}
        />
        {pageLink && (
          <Anchor href={pageLink} target="_blank" className={classes.open}>
            <IconExternalLink {...icon} size={16} /> Open
          </Anchor>
        )}
      </figcaption>
      {/* Focusable, so that it can be scrolled by keyboard. */}
      <Box className={classes.scroll} role="group" aria-label="Public page" tabIndex={0}>
        <PreviewFrame width={screens[screen].width}>{children}</PreviewFrame>
      </Box>
    </figure>
  )
}

interface PreviewFrameProps {
  /** Of the screen that the page is shown on, in CSS pixels. */
  width: number
  children: ReactNode
}

/**
 * A document of its own, so that the page's media queries see its width and neither page's styles reach the other. It is inert: no
 * link leads away and no form can be sent.
 */
function PreviewFrame({ width, children }: PreviewFrameProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [body, setBody] = useState<HTMLElement>()
  const [page, setPage] = useState<HTMLElement | null>(null)
  const [height, setHeight] = useState(0)
  const { ref: room, width: available } = useElementSize()
  const [html] = useState(previewDocument)
  useEffect(() => {
    if (!page) return
    const observer = new ResizeObserver(() => setHeight(page.offsetHeight))
    observer.observe(page)
    return () => observer.disconnect()
  }, [page])
  const scale = available > 0 ? Math.min(1, available / width) : 1
  const size: CSSProperties = { width, height, transform: `scale(${scale})` }
  return (
    <div ref={room} className={classes.room} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        className={classes.frame}
        style={{ ...size, left: Math.max(0, (available - width * scale) / 2) }}
        title="Public page"
        srcDoc={html}
        inert
        onLoad={() => setBody(frame.current?.contentDocument?.body)}
      />
      {body &&
        createPortal(
          <div ref={setPage} className={classes.page}>
            {children}
          </div>,
          body,
        )}
    </div>
  )
}

/** While developing, style sheets are elements. Mantine's own are for its components only. */
const STYLES = 'link[rel=stylesheet], style[data-vite-dev-id]'

/** An empty page with the styles of this one, which include those of the public page. */
function previewDocument() {
  const { head, documentElement } = document.implementation.createHTMLDocument('Preview')
  documentElement.lang = 'en-NZ'
  documentElement.dataset.mantineColorScheme = 'light'
  for (const styles of document.querySelectorAll<HTMLElement>(STYLES)) {
    const copy = head.appendChild(document.importNode(styles, true))
    // The browser hides it from the markup.
    if (styles.nonce) copy.setAttribute('nonce', styles.nonce)
  }
  return `<!doctype html>${documentElement.outerHTML}`
}
