import { createApiKey } from '../../../src/features/api/server/apiKeys.server.ts'
import { respondToApi } from '../../../src/features/api/server/respondToApi.server.ts'
import type { Agent } from '../../../src/platform/auth/sessions.server.ts'
import type { Services } from '../../../src/platform/services.server.ts'
import { type ApiScope, apiScopes } from '../../../src/values/apiScopes.ts'

interface ApiRequest {
  body?: unknown
  headers?: Record<string, string>
}

/** An agency's program with a key of its own. */
export async function createApiClient(services: Services, agent: Agent, scopes: readonly ApiScope[] = apiScopes) {
  const { id, token } = await createApiKey(services.database.db, agent, {
    name: 'CRM',
    scopes: [...scopes],
    days: null,
  })
  const send = (method: string, path: string, { body, headers }: ApiRequest = {}) =>
    sendToApi(services, method, path, {
      body,
      headers: { authorization: `Bearer ${token}`, ...headers },
    })
  return { id, token, send }
}

/** A response as a program sees it. */
export async function sendToApi(services: Services, method: string, path: string, { body, headers }: ApiRequest = {}) {
  const request = new Request(`https://files.example.nz/api/v1${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': 'application/json' }), ...headers },
    body: body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body),
  })
  const response = await respondToApi(services, request)
  if (!response) throw new Error(`${path} is no address of the API.`)
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text ? JSON.parse(text) : undefined }
}
