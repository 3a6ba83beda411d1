import { enableCompileCache, flushCompileCache } from 'node:module'
import { join } from 'node:path'

/**
 * The media program, which keeps its compiled sources for the next process: it is started dozens of times in a test run, with no
 * environment, and killed at its end. Code is compiled again when its source changes.
 */
enableCompileCache(join(import.meta.dirname, '../../../node_modules/.cache/compiled'))
await import('../../../src/processes/media.ts')
flushCompileCache()
// Each task loads its code when it comes first. By the next one, that has run and is compiled.
process.on('message', () => flushCompileCache())
