import { invalidInput } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import type { Agent } from '#platform/session.server.ts'
import { verifyPassword } from './password.server.ts'

const passwordAttempts = { name: 'password_asked', points: 10, seconds: 15 * 60 }

/** For what a borrowed browser must not do. Wrong guesses are counted. */
export async function requirePassword({ limits }: Services, agent: Agent, password: string, field: string) {
  await limits.spend(passwordAttempts, agent.id)
  if (!(await verifyPassword(password, agent.password))) throw invalidInput({ [field]: 'That’s not your password' })
  await limits.forgive(passwordAttempts, agent.id)
}
