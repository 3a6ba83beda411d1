import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const manifest = createRequire(import.meta.url).resolve('pdfjs-dist/package.json')
const { version } = JSON.parse(readFileSync(manifest, 'utf8'))

/** Fonts that a PDF may leave out, encodings of Asian scripts, decoders of scans. The version in the path keeps old tabs whole. */
export function pdfParts(): Plugin {
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

const WORKER = /pdfjs-dist\/legacy\/build\/pdf\.worker\.min\.mjs\?url$/
const LAST_PAGE = /(if\((\w+)<=1\)return;)await this\.getPage\(\2-1\)/
const LOOK_UP = /async getPageDict\((\w+)\)\{/
const ALL_PAGES =
  /(for\(let (\w+)=\w+\.length-1;[^{]*\{const \w+=\w+\[\2\];\w+\.push\(\w+\);)(\w+===this\.toplevelPagesDict&&)/

/**
 * Before it shows the first page, pdf.js looks up the last one, and with it every page of a document whose pages stand in one
 * list, as scanners write them: 150 requests over a phone's line. With this it looks no further than the page that is wanted.
 * See docs/decisions/0020.
 */
export function firstPageFirst(): Plugin {
  return {
    name: 'pdf-first-page-first',
    apply: 'build',
    enforce: 'pre',
    applyToEnvironment: ({ name }) => name === 'client',
    load(id) {
      if (!WORKER.test(id)) return undefined
      const code = readFileSync(id.replace('?url', ''), 'utf8')
      if (![LAST_PAGE, LOOK_UP, ALL_PAGES].every((part) => part.test(code)))
        throw new Error('pdf.js has changed: is firstPageFirst in vite.pdf.ts still needed?')
      const source = code
        .replace(LAST_PAGE, '$1')
        .replace(LOOK_UP, '$&const wantedPage=$1;')
        .replace(ALL_PAGES, '$1$2<=wantedPage&&$3')
      const fileName = `assets/pdf.worker-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.mjs`
      this.emitFile({ type: 'asset', fileName, source })
      return `export default ${JSON.stringify(`/${fileName}`)}`
    },
  }
}
