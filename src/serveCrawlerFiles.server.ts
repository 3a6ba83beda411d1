import { publicKeysJson } from '#features/disclosure/server/signingKeys.server.ts'
import { countPublicPages, listPublicPages } from '#features/listings/server/publicListings.server.ts'
import { llmsTxt, PAGES_PER_SITEMAP, robotsTxt, securityTxt, sitemap, sitemapIndex } from '#marketing/crawlerFiles.ts'
import { helpPage, legalPages, mainPages, verifyPage } from '#marketing/marketingPages.ts'
import { notFound } from '#platform/errors.ts'
import { explainError } from '#platform/http/explainError.server.ts'
import { errorResponse, withRequestContext } from '#platform/http/handleRequest.server.ts'
import type { Services } from '#platform/services.server.ts'

type CrawlerResponder = (services: Services, match: RegExpExecArray) => Promise<string> | string

const PAGES = [{ path: '/' }, ...[...mainPages, helpPage, verifyPage, ...legalPages].map(({ to }) => ({ path: to }))]

const crawlerFiles: [path: RegExp, type: string, answer: CrawlerResponder][] = [
  [/^\/robots\.txt$/, 'text/plain', ({ env }) => robotsTxt(env.APP_URL)],
  [/^\/llms\.txt$/, 'text/plain', ({ env }) => llmsTxt(env.APP_URL)],
  [/^\/\.well-known\/security\.txt$/, 'text/plain', ({ env, mailer }) => securityTxt(env.APP_URL, mailer.address)],
  [
    /^\/\.well-known\/property-files-signing-key$/,
    'application/json',
    ({ env, database }) => publicKeysJson(database.db, env.APP_SECRET),
  ],
  [
    /^\/sitemap\.xml$/,
    'application/xml',
    async ({ env, database }) => sitemapIndex(env.APP_URL, await countPublicPages(database.db)),
  ],
  [/^\/sitemaps\/pages\.xml$/, 'application/xml', ({ env }) => sitemap(env.APP_URL, PAGES)],
  [/^\/sitemaps\/listings-([1-9]\d{0,5})\.xml$/, 'application/xml', listingSitemap],
]

/** Serves robots.txt, sitemaps and similar files. They contain APP_URL, so they are generated at run time. */
export function serveCrawlerFiles(services: Services, request: Request): Promise<Response> | undefined {
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const { pathname } = new URL(request.url)
  for (const [path, type, answer] of crawlerFiles) {
    const match = path.exec(pathname)
    if (match)
      return withRequestContext(services, request, () =>
        respond(services, request, type, () => answer(services, match)),
      )
  }
  return undefined
}

async function respond(services: Services, request: Request, type: string, write: () => Promise<string> | string) {
  try {
    return new Response(await write(), {
      headers: { 'content-type': `${type}; charset=utf-8`, 'cache-control': 'public, max-age=3600' },
    })
  } catch (error) {
    return errorResponse(explainError(services.log, error), request)
  }
}

async function listingSitemap({ env, database }: Services, [, nth]: RegExpExecArray) {
  const offset = (Number(nth) - 1) * PAGES_PER_SITEMAP
  const pages = await listPublicPages(database.db, { offset, limit: PAGES_PER_SITEMAP })
  if (pages.length === 0) throw notFound()
  return sitemap(env.APP_URL, pages)
}
