import fc from 'fast-check'
import { describeApi } from '../../../src/features/api/server/openApi.server.ts'
import { broken } from './broken.ts'
import { fitting, type Known, type Shape } from './fitting.ts'
import { oddTexts } from './oddValues.ts'
import { asJson } from './wire.ts'

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  schema: Shape
}

interface DescribedOperation {
  operationId: string
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { schema: Shape } } }
}

/** Every operation, as the document of the API describes it. */
export function describedOperations() {
  const paths = describeApi('http://localhost').paths as Record<string, Record<string, DescribedOperation>>
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ method: method.toUpperCase(), path, ...described })),
  )
}

export type FuzzedOperation = ReturnType<typeof describedOperations>[number]

/** What a program sends: as the document says, and in most cases not quite. */
export const requestsFor = (operation: FuzzedOperation, known: Known) =>
  fc.record({
    path: fc
      .tuple(...parametersIn(operation, 'path').map(({ schema, name }) => texts(schema, known, name)))
      .map((values) => fillIn(operation, values)),
    query: broken(
      fc.record(
        Object.fromEntries(
          parametersIn(operation, 'query').map(({ name, schema }) => [name, fitting(schema, known, name)]),
        ),
        { requiredKeys: [] },
      ),
    ).map(asQuery),
    body: operation.requestBody
      ? fc.oneof(
          {
            weight: 6,
            arbitrary: broken(fitting(operation.requestBody.content['application/json'].schema, known)).map(asJson),
          },
          oddTexts,
        )
      : fc.constant(''),
    headers: fc.record(
      {
        'if-match': fc.constantFrom('"1"', '"2"', '*', '"x"', '"999999999"', 'W/"1"'),
        'idempotency-key': fc.constantFrom('a', 'b', 'x'.repeat(256), ' ', 'é'),
      },
      { requiredKeys: [] },
    ),
  })

const parametersIn = ({ parameters }: FuzzedOperation, place: Parameter['in']) =>
  parameters.filter((parameter) => parameter.in === place)

const texts = (schema: Shape, known: Known, name: string) =>
  fc.oneof({ weight: 5, arbitrary: fitting(schema, known, name).map(String) }, oddTexts)

function fillIn({ path }: FuzzedOperation, values: string[]) {
  let at = 0
  return path.replace(/\{\w+\}/g, () => encodeURIComponent((values[at++] ?? '').toWellFormed()) || 'x')
}

function asQuery(values: unknown) {
  if (typeof values !== 'object' || values === null) return ''
  const query = Object.entries(values).map(([name, value]) =>
    [name, String(asJson(value)).replaceAll(/^"|"$/g, '')].map((text) => encodeURIComponent(text.toWellFormed())),
  )
  return query.length ? `?${query.map((pair) => pair.join('=')).join('&')}` : ''
}
