import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { tanstackStart } from '@tanstack/react-start/plugin/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
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

interface ModuleGraph {
  getModuleInfo(id: string): { importedIds: string[] } | null
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
].map((name) => join(import.meta.dirname, `src/processes/${name}.ts`))
const loadedBy = new Map<string, string>()

/** Mostly loaded with a page. Which of their parts a start needs is known only after the groups. */
const PARTS_OF_PAGES = /^\0|\/node_modules\/(?:@floating-ui|@mantine|@tanstack|react|scheduler|seroval|use-)/

/**
 * Modules that the same processes load at their start are one file: otherwise a web process would find and open 177 files before it is ready, and
 * not 41. No process loads more code for it. What is loaded later, such as the screens of a page, stays apart.
 */
function serverFile(id: string, graph: ModuleGraph) {
  if (loadedBy.size === 0)
    for (const [index, start] of starts.entries())
      for (const reached of staticImports(start, graph))
        loadedBy.set(reached, `${loadedBy.get(reached) ?? 'start'}${index}`)
  return starts.includes(id) || PARTS_OF_PAGES.test(id) ? null : loadedBy.get(id)
}

function staticImports(start: string, graph: ModuleGraph) {
  const reached = new Set([start])
  for (const id of reached) for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) reached.add(imported)
  return reached
}

export default defineConfig(({ command }) => ({
  plugins: [
    pdfParts(),
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
        // The styles that the marketing pages have in common are one file. Only styles: a group takes along whatever its parts import.
        rolldownOptions: {
          output: {
            codeSplitting: {
              groups: [
                { name: 'react', test: /node_modules\/(?:react|react-dom|scheduler)\// },
                // Forms load it when they are checked, so a page with a form must not.
                { name: 'zod', test: /node_modules\/zod\// },
                {
                  name: 'marketing',
                  test: /src\/marketing\/(?:screenshots\/)?(?!GetStarted)\w+\.module\.css/,
                },
              ],
            },
          },
        },
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
