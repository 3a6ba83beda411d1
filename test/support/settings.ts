import { createAgent, signInAs } from './agents.ts'
import { call } from './call.ts'
import type { useDeployedApp } from './deployed.ts'

type Parts = ReturnType<typeof useDeployedApp>
type Fields = Parameters<typeof createAgent>[1]

/** A new agent, signed in, and the calls that this agent's browser makes. */
export async function signedInAgent({ url, database }: Parts, fields?: Fields) {
  const agent = await createAgent(database.db, fields)
  const cookie = await signInAs(url, agent.email)
  return { agent, cookie, ...callsWith(url, cookie) }
}

export const callsWith = (url: string, cookie: string) => ({
  get: (name: string) => call(url, name, { headers: { cookie } }),
  post: (name: string, data?: unknown) => call(url, name, { method: 'POST', data, headers: { cookie } }),
})
