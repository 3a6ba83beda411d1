import { writeHourlyAudit } from '#features/audit/writeAudit.server.ts'
import { markProven, type User } from '#platform/auth/sessions.server.ts'
import { forbidden } from '#platform/errors.ts'
import type { Services } from '#platform/services.server.ts'
import { DAY_SECONDS } from '#values/time.ts'
import type { IdentityProof } from '../../secondFactor/secondFactor.schema.ts'
import { verifyPasskeyProof } from '../credentials/passkeys/signInWithPasskey.server.ts'
import { requirePassword } from '../credentials/passwords/passwordHashing.server.ts'
import { lockUser, wrongCode } from './authenticators.server.ts'
import { spendSecondStepCode, wrongRecoveryCode } from './secondStep.server.ts'

const codesPerAgent = { name: 'proof_code', points: 5, seconds: 15 * 60 }
const codesPerDay = { name: 'proof_code_day', points: 30, seconds: DAY_SECONDS }

interface ProvingBrowser {
  sessionHash: string
  needsSecondStep: boolean
}

/**
 * Someone uses this browser with the agent's session; this shows that they are the agent. The password is no proof for an agent with a
 * second step, who has one because a password can be stolen.
 */
export async function proveIdentity(
  services: Services,
  agent: User,
  { sessionHash, needsSecondStep }: ProvingBrowser,
  proof: IdentityProof,
) {
  const { db } = services.database
  if (proof.kind === 'passkey') {
    await verifyPasskeyProof(services, { agent, sessionHash }, proof.passkey)
    return markProven(db, sessionHash)
  }
  if (proof.kind === 'password') {
    if (needsSecondStep) throw forbidden('Please use your second step.')
    await requirePassword(services, agent, proof.password, 'password')
    return markProven(db, sessionHash)
  }
  const { limits } = services
  await limits.spend(codesPerAgent, agent.id)
  await limits.spend(codesPerDay, agent.id)
  const isRight = await db.transaction(async (tx) => {
    await lockUser(tx, agent.id)
    if (!(await spendSecondStepCode(tx, services, agent, proof))) return false
    await markProven(tx, sessionHash)
    return true
  })
  if (!isRight) {
    await writeHourlyAudit(db, agent.id, 'second_step_failed')
    throw proof.kind === 'code' ? wrongCode() : wrongRecoveryCode()
  }
  await limits.forgive(codesPerAgent, agent.id)
  await limits.forgive(codesPerDay, agent.id)
}
