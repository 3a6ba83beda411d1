import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { z } from 'zod'
import { projectRoot } from '../../../src/platform/config/projectRoot.server.ts'
import type { Shape } from './fitting.ts'

const SOURCE = join(projectRoot, 'src')

/** What each call takes, as its own schema says it; undefined for one that takes nothing. */
export async function callSchemas() {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.functions.ts'),
  )
  const found = await Promise.all(files.map((name) => schemasIn(join(SOURCE, name))))
  return new Map<string, Shape | undefined>(found.flat())
}

async function schemasIn(path: string) {
  const text = readFileSync(path, 'utf8')
  const calls = [...text.matchAll(/export const (\w+) = createServerFn\(([\s\S]*?)\.handler\(/g)]
  return Promise.all(
    calls.map(async ([, name = '', chain = '']): Promise<[string, Shape | undefined]> => {
      const [, validator] = /\.validator\((\w+)\)/.exec(chain) ?? []
      if (!validator) return [name, undefined]
      const schema = await imported(path, text, validator)
      return [name, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Shape]
    }),
  )
}

async function imported(path: string, text: string, name: string) {
  const [, from] = new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '([.#][^']+)'`).exec(text) ?? []
  if (!from) throw new Error(`${path} does not import ${name} by name.`)
  const source = from.startsWith('#') ? join(SOURCE, from.slice(1)) : join(dirname(path), from)
  const schema = (await import(source))[name]
  if (!(schema instanceof z.core.$ZodType)) throw new Error(`${name} is no schema.`)
  return schema
}
