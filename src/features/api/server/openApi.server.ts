import * as z from 'zod/mini'
import type { Services } from '#platform/services.server.ts'
import { apiTags, type Operation } from './operation.server.ts'
import { operations } from './operations/index.server.ts'

const VERSION = '1.0.0'

/** RFC 9457. */
const Problem = z.object({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.string(),
  errors: z.optional(
    z.array(z.object({ pointer: z.optional(z.string()), parameter: z.optional(z.string()), detail: z.string() })),
  ),
  errorId: z.optional(z.string()),
})

type Json = Record<string, unknown>

/** Serves the description of the API, made from the schemas that check requests and responses. */
export function serveOpenApi({ env }: Services, { method }: Request) {
  const body = method === 'HEAD' ? null : JSON.stringify(describeApi(env.APP_URL))
  return new Response(body, {
    headers: {
      'content-type': 'application/json',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
    },
  })
}

export function describeApi(appUrl: string) {
  const paths: Record<string, Json> = {}
  for (const operation of operations)
    paths[operation.path] = {
      ...paths[operation.path],
      [operation.method.toLowerCase()]: describeOperation(operation, appUrl),
    }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Property Files API',
      version: VERSION,
      description:
        'An agency’s listings, files, leads and analytics. Send your key as `Authorization: Bearer pfk_…`. Any POST may have an `Idempotency-Key`, and is then safe to repeat for 24 hours. Errors are problem details (RFC 9457).',
    },
    externalDocs: { url: `${appUrl}/developers`, description: 'For developers' },
    servers: [{ url: `${appUrl}/api/v1` }],
    security: [{ key: [] }],
    tags: apiTags.map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { key: { type: 'http', scheme: 'bearer', bearerFormat: 'pfk_…' } },
      schemas: { Problem: describeSchema(Problem, 'output') },
    },
  }
}

function describeOperation(operation: Operation, appUrl: string): Json {
  const { id, tag, summary, scope, body, result, status, hasEtag } = operation
  const description = [operation.description, `Needs the scope \`${scope}\`.`].filter(Boolean).join('\n\n')
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    parameters: describeParameters(operation),
    ...(body && { requestBody: { required: true, content: jsonContent(describeSchema(body, 'input')) } }),
    responses: {
      [status]: result
        ? {
            description: 'Success.',
            ...(hasEtag && { headers: { ETag: { description: 'For `If-Match`.', schema: { type: 'string' } } } }),
            content: jsonContent(describeSchema(result, 'output')),
          }
        : { description: 'Success.' },
      default: {
        description: `An error, as problem details. [What each type means](${appUrl}/developers#errors).`,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    },
  }
}

function describeParameters({ params, query, method, ifMatch }: Operation): Json[] {
  const header = (name: string, required: boolean, description: string) => ({
    ...{ name, in: 'header', required, description },
    schema: { type: 'string' },
  })
  return [
    ...describeFields(params, 'path'),
    ...describeFields(query, 'query'),
    ...(ifMatch
      ? [
          header(
            'If-Match',
            ifMatch === 'required',
            'The `ETag` of what you have read. If it has changed since, you get a 412.',
          ),
        ]
      : []),
    ...(method === 'POST'
      ? [header('Idempotency-Key', false, 'The same for each attempt: the second one gets the first one’s response.')]
      : []),
  ]
}

const ObjectSchema = z.object({
  properties: z.record(z.string(), z.record(z.string(), z.unknown())),
  required: z._default(z.array(z.string()), []),
})

function describeFields(schema: Operation['params'], place: 'path' | 'query'): Json[] {
  if (!schema) return []
  const { properties, required } = ObjectSchema.parse(describeSchema(schema, 'input'))
  return Object.entries(properties).map(([name, fieldSchema]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: fieldSchema,
  }))
}

const jsonContent = (schema: Json) => ({ 'application/json': { schema } })

/** Zod limits every integer to what JavaScript stores exactly. In examples that limit looks like a real value. */
function dropSafeLimits(described: { minimum?: number; maximum?: number }) {
  if (described.minimum === Number.MIN_SAFE_INTEGER) delete described.minimum
  if (described.maximum === Number.MAX_SAFE_INTEGER) delete described.maximum
}

function describeSchema(schema: z.ZodMiniType, io: 'input' | 'output'): Json {
  const { $schema: _, ...described } = z.toJSONSchema(schema, {
    io,
    override: ({ jsonSchema }) => dropSafeLimits(jsonSchema),
  })
  return described
}
