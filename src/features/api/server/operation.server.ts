import { createHash } from 'node:crypto'
import * as z from 'zod/mini'
import type { Agent } from '#platform/auth/sessions.server.ts'
import { AppError, changedElsewhere, type FieldErrors } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { ApiScope } from '#values/apiScopes.ts'

/** Who makes a request: the agency's program, in the name of one of its members. */
export interface ApiCaller {
  keyId: string
  agent: Agent
  scopes: readonly ApiScope[]
}

interface Context {
  /** With the transaction as their database, unless the operation `runsOutsideTransaction`. */
  services: Services
  agent: Agent
  /** The tag in `If-Match`. Nothing if the operation doesn’t read it, or the program names none. */
  ifMatch: string | undefined
}

/** Nothing is overwritten that the program has not read. What is compared has to be locked until the change is stored. */
export function requireMatch(ifMatch: string | undefined, current: string) {
  if (ifMatch !== undefined && ifMatch !== current) throw changedElsewhere()
}

/** For an `ETag` that is another one once any of these values is, and the same again with the same values. */
export const createEtag = (...values: (string | number | null)[]) =>
  createHash('sha256').update(JSON.stringify(values)).digest('base64url').slice(0, 22)

type Shape = z.ZodMiniObject
type Read<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : Record<never, never>

interface Definition<Path, Query, Body, Result> {
  /** Also the name of the function in generated clients. */
  id: string
  method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  /** Below `/api/v1`, such as `/listings/{id}`. */
  path: string
  tag: ApiTag
  scope: ApiScope
  summary: string
  description?: string
  /** For what creates, edits, uploads or publishes, as in the portal. */
  needsSubscription?: boolean
  /** It changes only what the program has read: with `required`, each request has to say in `If-Match` what that is. */
  ifMatch?: 'required' | 'accepted'
  /** It waits for storage, other processes or a limit, which has its own connection. Repeating it must do no harm. */
  runsOutsideTransaction?: boolean
  params?: Path
  query?: Query
  body?: Body
  /** 204 without a result. */
  status?: 200 | 201 | 202
  result?: Result
  /** Of the result, for `If-Match`: only of what a change can overwrite, not of everything that is measured meanwhile. */
  etag?(result: Read<Result>): string
  run(
    context: Context,
    input: { params: Read<Path>; query: Read<Query>; body: Read<Body> },
  ): Promise<Result extends z.ZodMiniType ? BeforeJson<z.input<Result>> : unknown>
}

/** Times are texts in JSON only. */
type BeforeJson<Value> = Value extends string
  ? Value | Date
  : Value extends readonly (infer Item)[]
    ? BeforeJson<Item>[]
    : Value extends object
      ? { [Key in keyof Value]: BeforeJson<Value[Key]> }
      : Value

export const apiTags = ['Listings', 'Files', 'Leads', 'People', 'Events', 'Members', 'Webhooks'] as const
export type ApiTag = (typeof apiTags)[number]

export interface ApiInput {
  params: Record<string, string>
  query: Record<string, string>
  body: unknown
}

type Described = Definition<Shape | undefined, Shape | undefined, z.ZodMiniType | undefined, z.ZodMiniType | undefined>

/** An operation as the server routes, runs and documents it. */
export interface Operation extends Omit<Described, 'run' | 'status' | 'etag'> {
  status: 200 | 201 | 202 | 204
  hasEtag: boolean
  /** Throws for wrong input. The result has no field that the document does not have. */
  handle(context: Context, input: ApiInput): Promise<{ result?: unknown; etag?: string }>
}

export function defineOperation<
  Path extends Shape | undefined = undefined,
  Query extends Shape | undefined = undefined,
  Body extends z.ZodMiniType | undefined = undefined,
  Result extends z.ZodMiniType | undefined = undefined,
>({ run, etag, ...definition }: Definition<Path, Query, Body, Result>): Operation {
  const { params, query, body, result } = definition
  return {
    ...definition,
    status: result ? (definition.status ?? 200) : 204,
    hasEtag: etag !== undefined,
    async handle(context, input) {
      const read = {
        params: params && readParameters(params, input.params),
        query: query && readParameters(query, input.query),
        body: body?.parse(input.body),
      }
      // The parts that the definition has, and nothing for those that it does not have.
      const output = await run(context, read as Parameters<typeof run>[1])
      if (!result) return {}
      const sent = requireResult(definition.id, result, JSON.parse(JSON.stringify(output))) as Read<Result>
      return { result: sent, ...(etag && { etag: etag(sent) }) }
    },
  }
}

/** Our own mistake, not the program's: not the error of a schema, which says that the input is wrong. */
function requireResult(id: string, schema: z.ZodMiniType, output: unknown) {
  const read = schema.safeParse(output)
  if (read.success) return read.data
  throw new Error(`The result of ${id} is not as described. ${z.prettifyError(read.error)}`)
}

/** Wrong parameters are told from wrong fields of the body, which can have the same names. */
function readParameters(schema: Shape, values: Record<string, string>) {
  const read = schema.safeParse(values)
  if (read.success) return read.data
  throw invalidParameters(
    Object.fromEntries(
      read.error.issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => [key, 'Not expected here'])
          : [[issue.path.join('.'), issue.message]],
      ),
    ),
  )
}

/** Of the address or the headers. */
export const invalidParameters = (fields: FieldErrors) =>
  new AppError('InvalidParameters', 400, 'Please check the parameters.', { fields })
