import { proofNeeded } from '../errors.ts'

/** Of a signed-in visitor: what `findSession` knows. */
interface Proof {
  isProven: boolean
  needsSecondStep: boolean
}

/** For sensitive changes: someone must have proved a few minutes ago, in this browser, that they are the agent. */
export function requireProof({ isProven }: Pick<Proof, 'isProven'>) {
  if (!isProven) throw proofNeeded()
}

/** For changes whose form asks for the password. That is the proof, unless the agent has a second step. */
export function requireProofBesidePassword({ isProven, needsSecondStep }: Proof) {
  if (needsSecondStep) requireProof({ isProven })
}

/** In a response: the browser can prove who it is, and send the request again. */
export const PROOF_HEADER = 'x-proof-needed'

type Asker = () => Promise<boolean>
let asker: Asker | undefined
let asking: Promise<boolean> | undefined

/** Registers who asks, a dialog. Returns a function that takes it back. */
export function onProofNeeded(ask: Asker) {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** Asks for a proof, once for several requests that need it at the same time. Returns whether there is one now. */
export function askForProof(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
