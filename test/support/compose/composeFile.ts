import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { parse } from 'yaml'
import { z } from 'zod'
import { projectRoot } from '../../../src/platform/config/projectRoot.server.ts'

const FOLDER = join(projectRoot, 'deploy')

/** One service, as far as a start needs it. What else is in the file is for a container engine. */
const Service = z.object({
  image: z.string(),
  build: z.string().optional(),
  command: z.array(z.string()).optional(),
  environment: z.record(z.string(), z.coerce.string()).default({}),
  volumes: z.array(z.string()).default([]),
  deploy: z.object({ replicas: z.number() }).default({ replicas: 1 }),
  healthcheck: z.object({ disable: z.boolean().optional() }).default({}),
  read_only: z.boolean().optional(),
  cap_drop: z.array(z.string()).default([]),
  security_opt: z.array(z.string()).default([]),
})
export type ComposeService = z.infer<typeof Service>
const ComposeFile = z.object({ services: z.record(z.string(), Service) })

/** The settings of deploy/.env.example, with a value for each that an operator has to fill in. */
export function exampleSettings(filledIn: Record<string, string>): Record<string, string> {
  const example = parseEnv(readFileSync(join(FOLDER, '.env.example'), 'utf8')) as Record<string, string>
  const settings = { ...example, ...filledIn }
  const empty = Object.keys(settings).filter((name) => !settings[name])
  if (empty.length > 0) throw new Error(`Without a value: ${empty.join(', ')}`)
  return settings
}

/** The services of deploy/compose.yaml with these settings. */
export function readComposeFile(settings: Record<string, string>) {
  const whole: unknown = parse(readFileSync(join(FOLDER, 'compose.yaml'), 'utf8'), { merge: true })
  return ComposeFile.parse(JSON.parse(JSON.stringify(whole), (_key, value) => interpolated(value, settings))).services
}

/** `${NAME}`, `${NAME:-what if it is empty}` and `${NAME:+what if it is not}`, and `$$` for the sign itself. */
function interpolated(value: unknown, settings: Record<string, string>) {
  if (typeof value !== 'string') return value
  return value.replace(/\$(?:\$|\{(\w+)(?::([-+])([^}]*))?\})/g, (found, name?: string, sign?: string, other = '') => {
    if (!name) return found === '$$' ? '$' : found
    const set = settings[name] ?? ''
    if (sign === '+') return set && other
    return set || (sign === '-' ? other : '')
  })
}
