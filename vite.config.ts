import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, parse } from 'node:path'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { build, defineConfig, type Plugin, type Rolldown } from 'vite'
import { unbundled } from './scripts/steps/outside.mjs'

/** Which file a call's name came from: a second one of that name would quietly get another address. */
const calls = new Map<string, string>()

function nameCall({ filename, functionName }: { filename: string; functionName: string }) {
  const name = functionName.replace('_createServerFn_handler', '')
  const known = calls.get(name) ?? filename
  if (known !== filename) throw new Error(`Two server functions are called ${name}: in ${known} and in ${filename}`)
  calls.set(name, filename)
  return name
}

/** Loaded when they are wanted. What the portal shows or asks while it waits is no part of a buyer's page either. */
const apart: ('component' | 'pendingComponent' | 'errorComponent' | 'notFoundComponent')[][] = [
  ['component'],
  ['pendingComponent'],
  ['errorComponent'],
  ['notFoundComponent'],
]

/**
 * pdf.js asks for these files by name while it reads: fonts that a PDF may leave out, encodings of Asian scripts, decoders of
 * scans. The version in the path keeps old tabs working.
 */
function pdfParts(): Plugin {
  const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
  const { version } = JSON.parse(readFileSync(manifest, 'utf8'))
  return {
    name: 'pdf-parts',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const folder of ['cmaps', 'standard_fonts', 'wasm', 'iccs'])
        for (const name of readdirSync(join(dirname(manifest), folder)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(join(dirname(manifest), folder, name)),
          })
    },
  }
}

/**
 * Scalar's own bundle of the API reference, for the page /developers alone: our build would spend half a minute on it. The version in the path
 * keeps old tabs working.
 */
function apiReference(): Plugin {
  const folder = join(dirname(createRequire(import.meta.url).resolve('@scalar/api-reference')), 'browser')
  const { version } = JSON.parse(readFileSync(join(folder, '../../package.json'), 'utf8'))
  const path = `assets/scalar-${version}`
  const chunks = readdirSync(join(folder, 'chunks')).filter((name) => name.endsWith('.js'))
  const names = ['standalone.esm.js', ...chunks.map((chunk) => `chunks/${chunk}`)]
  return {
    name: 'api-reference',
    config: () => ({
      define: { 'import.meta.env.API_REFERENCE_SCRIPT': JSON.stringify(`/${path}/standalone.esm.js`) },
    }),
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle() {
      for (const name of names)
        this.emitFile({ type: 'asset', fileName: `${path}/${name}`, source: readFileSync(join(folder, name)) })
    },
    // `npm run dev` emits no files.
    configureServer({ middlewares }) {
      middlewares.use(`/${path}`, ({ url = '' }, response, next) => {
        const name = names.find((one) => url.split('?')[0] === `/${one}`)
        if (!name) return next()
        response.setHeader('content-type', 'text/javascript')
        response.end(readFileSync(join(folder, name)))
      })
    },
  }
}

const DOOR_WORKER = 'door-worker.js'
/** What the page of the door loads, besides what its HTML names. */
const DOOR_MODULES = ['client.ts', 'hydrateIsland.tsx', 'features/openHomes/door/screens/DoorPage.tsx']

/**
 * The service worker of the page at the door, with the names of the files that it keeps. A file with another content has another name, so browsers
 * notice that the worker has changed exactly when the page has. It is built by itself, into one file: a worker can't load parts later without a signal.
 */
function doorWorker(): Plugin {
  return {
    name: 'door-worker',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle: {
      // After Vite has removed the files that would be empty because they hold only styles.
      order: 'post',
      async handler(_options, bundle) {
        const files = filesOfModules(DOOR_MODULES, bundle).map((name) => `/${name}`)
        const version = createHash('sha256').update(files.join()).digest('hex').slice(0, 12)
        const built = await build({
          configFile: false,
          publicDir: false,
          logLevel: 'warn',
          define: {
            'import.meta.env.DOOR_FILES': JSON.stringify(files),
            'import.meta.env.DOOR_VERSION': JSON.stringify(version),
          },
          build: {
            write: false,
            rolldownOptions: {
              input: join(import.meta.dirname, 'src/features/openHomes/door/sync/doorWorker.ts'),
              output: { format: 'iife' },
            },
          },
        })
        const [worker] = [built].flat().flatMap((result) => ('output' in result ? result.output : []))
        if (worker?.type !== 'chunk') throw new Error('The service worker of the door could not be built.')
        this.emitFile({ type: 'asset', fileName: DOOR_WORKER, source: worker.code })
      },
    },
    // While developing, pages change with every request: nothing is kept.
    configureServer({ middlewares }) {
      middlewares.use(`/${DOOR_WORKER}`, (_request, response) => {
        response.setHeader('content-type', 'text/javascript')
        response.end('')
      })
    },
  }
}

/** The files that hold these modules and everything that they import, styles included. */
function filesOfModules(paths: string[], bundle: Rolldown.OutputBundle) {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const modules = paths.map((path) => join(import.meta.dirname, 'src', path))
  const files = new Set(
    modules.map((id) => {
      const holder = chunks.find(({ moduleIds }) => moduleIds.includes(id))
      if (!holder) throw new Error(`No file holds ${id}.`)
      return holder.fileName
    }),
  )
  for (const name of files) {
    const file = bundle[name]
    // A browser keeps all of them or none.
    if (!file) throw new Error(`${name} is imported, and not written.`)
    if (file.type !== 'chunk') continue
    for (const imported of [...file.imports, ...(file.viteMetadata?.importedCss ?? [])]) files.add(imported)
  }
  return [...files].toSorted()
}

/**
 * Two files that import each other run in an order that depends on which was asked for first, so that a page can fail with "a is not a function".
 * Groups of modules below can form such files. Dynamic imports may be mutual.
 */
function noMutualImports(): Plugin {
  return {
    name: 'no-mutual-imports',
    applyToEnvironment: ({ name }) => name === 'client',
    generateBundle(_options, bundle) {
      for (const name of Object.keys(bundle)) {
        const path = pathBack(name, bundle)
        if (path) this.error(`Files of the build import each other: ${path.join(' → ')}\n${namesInside(path, bundle)}`)
      }
    },
  }
}

const chunkOf = (name: string, bundle: Rolldown.OutputBundle) => {
  const file = bundle[name]
  return file?.type === 'chunk' ? file : undefined
}

/** The shortest way from a file over its imports to itself. */
function pathBack(start: string, bundle: Rolldown.OutputBundle) {
  const paths = new Map((chunkOf(start, bundle)?.imports ?? []).map((name) => [name, [start, name]]))
  for (const [name, path] of paths)
    for (const imported of chunkOf(name, bundle)?.imports ?? []) {
      if (imported === start) return [...path, start]
      if (!paths.has(imported)) paths.set(imported, [...path, imported])
    }
  return undefined
}

const namesInside = (files: string[], bundle: Rolldown.OutputBundle) =>
  [...new Set(files)].map((name) => `${name}:\n  ${chunkOf(name, bundle)?.moduleIds.join('\n  ')}`).join('\n')

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[]; dynamicallyImportedIds: string[] } | null
}

/** What each of the server's processes loads at its start. */
const starts = [
  'main',
  'startSingleProcess.server',
  'startPrimary.server',
  'web',
  'worker',
  'media',
  'rotateSigningKey',
  'backup',
  'restore',
  'reseal',
].map((name) => join(import.meta.dirname, `src/processes/${name}.ts`))
const loadedBy = new Map<string, string>()

/** Mostly loaded with a page. Which of their parts a start needs is known only after the groups. */
const PARTS_OF_PAGES = /^\0|\/node_modules\/(?:@floating-ui|@mantine|@tanstack|react|scheduler|seroval|use-)/

/**
 * Modules that the same processes load at their start are one file: otherwise a web process would find and open 177 files before it is ready, and
 * not 41. No process loads more code for it. What is loaded later, such as the screens of a page, stays apart.
 */
function serverFile(id: string, graph: ModuleGraph) {
  if (loadedBy.size === 0) {
    for (const [index, start] of starts.entries())
      for (const reached of staticImports(start, graph))
        loadedBy.set(reached, `${loadedBy.get(reached) ?? 'start'}${index}`)
    for (const reached of mediaImports(graph)) {
      const known = loadedBy.get(reached)
      if (known) loadedBy.set(reached, `${known}media`)
    }
  }
  return starts.includes(id) || PARTS_OF_PAGES.test(id) ? null : loadedBy.get(id)
}

function staticImports(start: string, graph: ModuleGraph) {
  const reached = new Set([start])
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

/**
 * The media process loads the code of a task when it comes. What that shares with other processes is apart from the rest of theirs, which
 * would take longer to load than most files take to prepare.
 */
function mediaImports(graph: ModuleGraph) {
  const reached = new Set([join(import.meta.dirname, 'src/processes/media.ts')])
  for (const id of reached) {
    const { importedIds = [], dynamicallyImportedIds = [] } = graph.getModuleInfo(id) ?? {}
    for (const imported of [...importedIds, ...dynamicallyImportedIds]) reached.add(imported)
  }
  return reached
}

/** Small modules that most pages load some of. Apart, each would be smaller than the request for it. */
const BASICS =
  /src\/(?:values|ui\/(?:format|theme\/tokens|form\/useHydrated|feedback\/(?:copyText|failureMessage))|platform\/http\/(?:pageContext|preferenceCookie)|features\/(?:agencies\/brandLook|listings\/(?:documentDates|description\/allowedLink)))\b/

const TOASTS = /src\/ui\/feedback\/ToastArea\.tsx/
const APP = /src\/hydrateApp\.tsx/
const staticPages = new Set<string>()
const routesThatLoad = new Map<string, Set<string>>()

/**
 * What pages of the application have in common is in a few files. Otherwise a page of the portal would load 150, most of them smaller than the
 * request for them. A group takes along what its modules import, except what a group before it has: so no two files import each other.
 *
 * Static pages come first and load no more code for it: modules are together if the same pages load them. Merging the small ones of these files
 * would make some import each other.
 */
const clientFiles = [
  { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
  // Forms load it when they are checked, so a page with a form must not.
  { name: 'zod', test: /node_modules\/zod\// },
  // Only the styles of marketing pages, because of what their modules would take along.
  { name: 'marketing', test: /src\/marketing\/(?:(?:screenshots|developers|legal)\/)?(?!GetStarted)\w+\.module\.css/ },
  { name: 'start', test: /src\/client\.ts$/ },
  { name: 'island', test: /src\/hydrateIsland\.tsx$/ },
  // Marketing pages show the tick of toasts, and must not load their styles with it.
  {
    name: 'tick',
    test: /@tabler\/icons-react\/dist\/esm\/(?:createReactComponent|defaultAttributes|icons\/IconCheck)\.mjs/,
  },
  { name: 'icons', test: /node_modules\/@tabler\//, minShareCount: 2 },
  groupOf('basics', (id, graph) => BASICS.test(id) && isOfStaticPage(id, graph)),
  { ...groupOf('static', isOfStaticPage), entriesAware: true },
  // A static page can show one, and must not load the whole application for it.
  { name: 'toasts', test: TOASTS, entriesAware: true, entriesAwareMergeThreshold: 25_000 },
  { name: 'app', test: (id: string) => APP.test(id) || id.includes('/node_modules/@tanstack/') },
  groupOf(
    'public',
    (id, graph) => countRoutes(id, graph, /^_public/) > 0 && countRoutes(id, graph, /^_public|^portal/) > 1,
  ),
  { name: 'portal', test: /src\/routes\/portal\.tsx\?tsr-split=component/ },
  groupOf('pages', (id, graph) => countRoutes(id, graph, /^portal\//) > 1),
].map((group, index, { length }) => ({ ...group, priority: length - index }))

function groupOf(name: string, isMember: (id: string, graph: ModuleGraph) => boolean) {
  return { debugName: name, name: (id: string, graph: ModuleGraph) => (isMember(id, graph) ? name : null) }
}

/** Also of what such a page loads after a tap. */
function isOfStaticPage(id: string, graph: ModuleGraph) {
  if (staticPages.size === 0) for (const part of sourcesFrom('client.ts', graph)) staticPages.add(part)
  return staticPages.has(id)
}

/** How many routes of these names load a module of ours with their own parts. */
function countRoutes(id: string, graph: ModuleGraph, names: RegExp) {
  if (routesThatLoad.size === 0)
    for (const part of sourcesFrom('routeTree.gen.ts', graph)) {
      const [, route] = /src\/routes\/(.+)\?tsr-split=/.exec(part) ?? []
      if (!route) continue
      for (const loaded of staticImports(part, graph))
        routesThatLoad.set(loaded, (routesThatLoad.get(loaded) ?? new Set()).add(route))
    }
  const isShared = !id.includes('/node_modules/') && !id.includes('?tsr-split=')
  return isShared ? [...(routesThatLoad.get(id) ?? [])].filter((route) => names.test(route)).length : 0
}

/** Our modules that this one imports, at once or later. */
function sourcesFrom(path: string, graph: ModuleGraph) {
  const reached = new Set([join(import.meta.dirname, 'src', path)])
  for (const id of reached) {
    const { importedIds, dynamicallyImportedIds } = graph.getModuleInfo(id) ?? {
      importedIds: [],
      dynamicallyImportedIds: [],
    }
    for (const imported of [...importedIds, ...dynamicallyImportedIds])
      if (!imported.includes('/node_modules/') && !TOASTS.test(imported) && !APP.test(imported)) reached.add(imported)
  }
  return reached
}

/** A file that several pages share would be named after all of them. */
const clientFileNames = {
  chunkFileNames: ({ name }: { name: string }) => `assets/${name.replace(/~.*/, '')}-[hash].js`,
  assetFileNames: ({ names: [name = ''] }: { names: string[] }) =>
    `assets/${parse(name).name.replace(/~.*/, '')}-[hash][extname]`,
}

export default defineConfig(({ command }) => ({
  plugins: [
    pdfParts(),
    apiReference(),
    doorWorker(),
    noMutualImports(),
    tanstackStart({
      router: {
        routeFileIgnorePattern: '\\.test\\.',
        codeSplittingOptions: {
          defaultBehavior: apart,
          splitBehavior: ({ routeId }) => (routeId.startsWith('/portal/') ? [['loader'], ...apart] : undefined),
        },
      },
      // A call's name is its address: one word per call in the log, in the tests and in the authorisation table.
      serverFns: { generateFunctionId: nameCall },
      importProtection: {
        behavior: 'error',
        client: { files: ['**/*.server.*', '**/*.media.*', '**/src/db/**', '**/payment-sandbox/**'] },
      },
    }),
    react(),
  ],
  environments: {
    client: {
      build: {
        // A list of what each part will import in turn would be carried by every page, and each name in it is a riddle to gzip.
        // Except for what client.ts loads: a visitor who taps waits for all of it.
        modulePreload: {
          resolveDependencies: (_part, names, { hostId }) =>
            hostId.startsWith('assets/index-') ? names : names.filter((name) => name.endsWith('.css')),
        },
        rolldownOptions: { output: { codeSplitting: { groups: clientFiles }, ...clientFileNames } },
      },
    },
    ssr: {
      // One bundle instead of a thousand files: a third of the memory, and a faster start.
      resolve: {
        noExternal: command === 'build' ? true : [],
        external: unbundled,
      },
      build: {
        rolldownOptions: {
          input: {
            main: 'src/processes/main.ts',
            web: 'src/processes/web.ts',
            worker: 'src/processes/worker.ts',
            media: 'src/processes/media.ts',
            rotateSigningKey: 'src/processes/rotateSigningKey.ts',
            backup: 'src/processes/backup.ts',
            restore: 'src/processes/restore.ts',
            reseal: 'src/processes/reseal.ts',
          },
          output: {
            // Without the imports of a group's parts, which other processes may share. Those form files that import none of the files which
            // import them: whatever loads a module also loads its imports.
            codeSplitting: { groups: [{ name: serverFile, includeDependenciesRecursively: false }] },
          },
        },
      },
    },
  },
}))
