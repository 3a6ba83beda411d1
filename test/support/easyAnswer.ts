import { createChallenge, solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2'
import type { BotCheckAction } from '../../src/platform/botCheck/botCheck.schema.ts'

/** The right answer to a puzzle that whoever knows the secret made easy, for tests that need very many of them. */
export async function easyAnswer(secret: string, action: BotCheckAction) {
  const challenge = await createChallenge({
    algorithm: 'PBKDF2/SHA-256',
    cost: 1,
    counter: 1,
    deriveKey,
    data: { action },
    expiresAt: new Date(Date.now() + 300_000),
    hmacSignatureSecret: `${secret} challenge`,
    hmacKeySignatureSecret: `${secret} key`,
  })
  const solution = await solveChallenge({ challenge, deriveKey })
  return btoa(JSON.stringify({ challenge, solution }))
}
