import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'

/**
 * Which parts of the application a page has asked for so far, each by a text that only its own code contains: the names of built files don't say
 * what is in them.
 */
export function loadedCode<Part extends string>(page: Page, parts: Record<Part, string>) {
  const paths = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.add(new URL(request.url()).pathname)
  })
  return () => {
    const code = [...paths].map((path) => readFileSync(join(projectRoot, 'dist/client', path), 'utf8'))
    const names = Object.keys(parts) as Part[]
    return names.filter((name) => code.some((text) => text.includes(parts[name])))
  }
}
