import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. `fileURLToPath` because its name may contain a space. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
