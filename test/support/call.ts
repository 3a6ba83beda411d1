import { createDefaultSerovalPlugins, makeSerovalPlugin } from '@tanstack/router-core/ssr/client'
import { fromCrossJSON, toJSONAsync } from 'seroval'
import { errorSerializer } from '../../src/platform/serverFunctions/errorSerializer.ts'

const plugins = [makeSerovalPlugin(errorSerializer), ...createDefaultSerovalPlugins()]

export interface Call {
  method?: 'GET' | 'POST'
  data?: unknown
  headers?: Record<string, string>
}

/** Calls a server function over HTTP as a page of the application does, and reads the answer as it does. */
export async function call(url: string, name: string, { method = 'GET', data, headers = {} }: Call = {}) {
  const payload = data === undefined ? undefined : JSON.stringify(await toJSONAsync({ data }, { plugins }))
  const query = method === 'GET' && payload ? `?payload=${encodeURIComponent(payload)}` : ''
  const response = await fetch(`${url}/_serverFn/${name}${query}`, {
    method,
    headers: {
      'x-tsr-serverFn': 'true',
      'sec-fetch-site': 'same-origin',
      ...(method === 'POST' && payload && { 'content-type': 'application/json' }),
      ...headers,
    },
    body: method === 'POST' ? payload : undefined,
  })
  const text = await response.text()
  return { response, status: response.status, headers: response.headers, text, ...decode(response, text) }
}

function decode(response: Response, text: string): { result?: unknown; error?: unknown } {
  if (!response.headers.get('content-type')?.includes('application/json')) return { error: text }
  const json = JSON.parse(text)
  return response.headers.get('x-tss-serialized') ? fromCrossJSON(json, { refs: new Map(), plugins }) : { error: json }
}
