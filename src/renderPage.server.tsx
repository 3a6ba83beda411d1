import { rootRouteId } from '@tanstack/react-router'
import { getSsrStatus } from '@tanstack/react-router/ssr/server'
import { defaultStreamHandler, StartServer } from '@tanstack/react-start/server'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { MARK_AGENTS_PAGE } from '#platform/auth/agentsBrowser.ts'
import { readClientSettings } from '#platform/config/env.server.ts'
import { currentRequest } from '#platform/http/currentRequest.server.ts'
import { PRELOADED_PAGES, type StaticPage, writePageData } from '#platform/http/staticPage.ts'
import { useServices } from '#platform/services.server.ts'
import { MantineRoot } from './ui/theme/MantineRoot.tsx'

type RenderPage = typeof defaultStreamHandler
type Router = Parameters<RenderPage>[0]['router']

/** Renders what the router has loaded: a static page without the application, anything else with it. */
export const renderPage: RenderPage = async (loaded) => {
  const { staticPage } = currentRequest()
  if (!staticPage) return defaultStreamHandler(loaded)
  const { router, responseHeaders } = loaded
  try {
    // As bytes: everything that follows, the hash and the compression, works on bytes.
    return new Response(Buffer.from(renderStaticPage(router, staticPage)), {
      status: getSsrStatus(router),
      headers: responseHeaders,
    })
  } finally {
    router.serverSsr?.cleanup()
  }
}

function renderStaticPage(router: Router, staticPage: StaticPage) {
  const manifest = router.ssr?.manifest
  const entry = manifest?.routes[rootRouteId]?.scripts?.[0]?.attrs?.src
  if (!manifest || typeof entry !== 'string') throw new Error('The build has no client entry.')
  staticPage.headScript = headScript(entry)
  staticPage.inlineScripts = [staticPage.headScript, PRELOADED_PAGES]
  staticPage.inlineStyles = mantineInlineStyles()
  const settings = readClientSettings(useServices().env)
  if (settings.postHog || settings.sentry) staticPage.settings = writePageData(settings)
  // Style sheets only: the page loads scripts when a visitor shows interest.
  const routes = Object.fromEntries(Object.entries(manifest.routes).map(([id, route]) => [id, { css: route.css }]))
  router.ssr = { manifest: { ...manifest, routes } }
  // The browser does that itself, and the router would add a script for it.
  router.options.scrollRestoration = false
  const page = renderToString(<StartServer router={router} />)
  const island = (_element: string, tag: string, name: string) =>
    `${tag}${renderToString(staticPage.islands.get(name)?.element)}</div>`
  return `<!DOCTYPE html>${page.replace(ISLAND, island)}`
}

/** As `Island` writes it. */
const ISLAND = /(<div data-island="(\w+)">)<\/div>/g

/**
 * Loads client.ts (as an element that a script adds, which is what the policy allows), and tells the style sheets before the first paint that this browser belongs to an agent, or to a buyer who has
 * left their details, so that nothing moves when the page recognises them.
 */
const headScript = (entry: string) =>
  `${MARK_AGENTS_PAGE}{const l=document.querySelector("meta[name=listing]")?.content;if(l&&document.cookie.includes(l+"-known="))document.documentElement.dataset.known=""}{const s=document.createElement("script");s.type="module";s.src=${JSON.stringify(entry)};document.head.append(s)}`

let styles: string[] | undefined

/** The style elements that Mantine's provider adds to a page. They are the same for every page. */
function mantineInlineStyles() {
  styles ??= findStyles(renderToStaticMarkup(<MantineRoot>{null}</MantineRoot>))
  return styles
}

const findStyles = (markup: string) => [...markup.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
