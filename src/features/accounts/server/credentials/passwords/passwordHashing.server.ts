import { hash, verify } from '@node-rs/argon2'
import type { User } from '#platform/auth/sessions.server.ts'
import { invalidInput, unavailable } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'

/** The library's algorithm is argon2id. */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is slow on purpose and shares libuv's four threads with the file system: a flood of sign-ins must leave some free. */
const MAX_CONCURRENT_HASHES = 2
const MAX_WAITING = 1_000
let maxConcurrent = MAX_CONCURRENT_HASHES
let maxWaiting = MAX_WAITING
let running = 0
const waiting: (() => void)[] = []

/** Several web processes on a machine divide its processors, and so the limits. */
export function divideHashingBy(webProcesses: number) {
  maxConcurrent = Math.ceil(MAX_CONCURRENT_HASHES / webProcesses)
  maxWaiting = Math.ceil(MAX_WAITING / webProcesses)
}

export const hashPassword = (password: string) => inQueue(() => hash(password, argon2Options))

/** Without a hash (unknown address, or an account without a password) it fails after the same time, so that timing reveals nothing. */
export async function verifyPassword(password: string, passwordHash = NO_PASSWORD) {
  const matches = await inQueue(async () => verify(passwordHash || (await dummyHash()), password))
  return matches && passwordHash !== NO_PASSWORD
}

/** Stored for an account that signs in with passkeys only. */
export const NO_PASSWORD = ''

/** True for a hash made with older settings; the next sign-in replaces it. */
export const needsRehash = (passwordHash: string) => !passwordHash.startsWith('$argon2id$v=19$m=19456,t=2,p=1$')

let dummy: Promise<string> | undefined
function dummyHash() {
  dummy ??= hash('nobody has this password', argon2Options)
  return dummy
}

async function inQueue<T>(work: () => Promise<T>): Promise<T> {
  if (waiting.length >= maxWaiting) throw unavailable()
  if (running >= maxConcurrent) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    // The slot passes directly to the next caller, so that no newcomer can take it first.
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}

const passwordAttempts = { name: 'password_asked', points: 10, seconds: 15 * 60 }

/** For actions that need more than an open session, because someone else may use the browser. Limits wrong guesses. */
export async function requirePassword({ limits }: Services, agent: User, password: string, field: string) {
  await limits.spend(passwordAttempts, agent.id)
  if (!(await verifyPassword(password, agent.password))) throw invalidInput({ [field]: 'That’s not your password' })
  await limits.forgive(passwordAttempts, agent.id)
}
