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
        },
      },
    },
  },
}))
