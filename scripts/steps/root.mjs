import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The project's folder. `fileURLToPath` because a folder's name may hold a space. */
export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
