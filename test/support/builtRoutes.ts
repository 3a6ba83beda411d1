import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8')

/** The calls of the built server, read from its manifest. */
export function builtServerFunctions() {
  const folder = 'dist/server/assets'
  const [resolver = ''] = readdirSync(join(projectRoot, folder)).filter((name) => name.includes('server-fn-resolver'))
  return [...read(`${folder}/${resolver}`).matchAll(/functionName: "(\w+)_createServerFn_handler"/g)].map(
    ([, name = '']) => name,
  )
}

interface Route {
  address: string
  /** A page is rendered for GET, whatever else the file answers. */
  methods: string[]
}

/** Pages and server routes: what the files of the router say. */
const routes = (): Route[] =>
  readdirSync(join(projectRoot, 'src/routes'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && name !== '__root.tsx' && !/(^|\/)-/.test(name))
    .map((name) => ({ name, text: read(`src/routes/${name}`) }))
    .filter(({ text }) => !text.includes('<Outlet'))
    .map(({ name, text }) => {
      const [, id] = /createFileRoute\('([^']+)'\)/.exec(text) ?? []
      if (!id) throw new Error(`${name} is no route.`)
      const handled = text.match(/\b(ANY|GET|HEAD|POST|PUT|PATCH|DELETE)(?=: )/g) ?? []
      return { address: addressOf(id), methods: text.includes('  component: ') ? ['GET', ...handled] : handled }
    })

/** A leading underscore is a layout without a path segment; a trailing one means that the page is not nested in the previous segment. */
const addressOf = (id: string) => id.replace(/\/_[a-z]+/g, '').replaceAll('_/', '/') || '/'

export const routerRoutes = () =>
  routes().flatMap(({ address, methods }) =>
    (methods.length ? methods : ['GET']).map((method) => `${method} ${address}`),
  )

/** What responds before the router, in order. */
export const respondersBeforeRouter = () =>
  [...read('src/server.ts').matchAll(/\b(\w+)\(services, request/g)].map(([, name]) => name)

export const crawlerRoutes = () =>
  [...read('src/serveCrawlerFiles.server.ts').matchAll(/\/\^(\S+)\$\/,/g)].map(
    ([, pattern = '']) =>
      `GET ${pattern
        .replaceAll('\\/', '/')
        .replaceAll('\\.', '.')
        .replace(/\(.*\)/, '$nth')}`,
  )
