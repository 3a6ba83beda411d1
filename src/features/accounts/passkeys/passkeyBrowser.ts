import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser'
import { AppError } from '#platform/errors.ts'
import type { NewPasskey, PasskeyAssertion } from './passkeys.schema.ts'

/** The browser’s side of passkeys. The library loads when one is asked for. */
const loadLibrary = () => import('@simplewebauthn/browser')

/** Ends the request that the browser is busy with. */
let endRequest = () => {}

/** Not without https, except on this computer, and never for an address that is a number. */
export const canUsePasskeys = () =>
  typeof window.PublicKeyCredential === 'function' && !/^[\d.]+$|:|\]$/.test(window.location.hostname)

/** Whether the browser offers passkeys beside a field of the page. */
export const canOfferPasskeys = async () =>
  canUsePasskeys() && (await window.PublicKeyCredential.isConditionalMediationAvailable?.()) === true

interface AnswerOptions {
  /** Waits until someone picks a passkey beside a field. Any later request ends the wait. */
  isOffer?: boolean
}

/** The browser asks for a fingerprint, a face or the screen lock, and the passkey answers the challenge. */
export async function answerWithPasskey(
  optionsJSON: PublicKeyCredentialRequestOptionsJSON,
  { isOffer = false }: AnswerOptions = {},
): Promise<PasskeyAssertion> {
  const { startAuthentication, WebAuthnAbortService } = await loadLibrary()
  endRequest = () => WebAuthnAbortService.cancelCeremony()
  const { id, response } = await startAuthentication({ optionsJSON, useBrowserAutofill: isOffer }).catch((error) => {
    throw describeFailure(error, 'No passkey was used. You can try again.')
  })
  const { clientDataJSON, authenticatorData, signature, userHandle } = response
  return { id, clientDataJSON, authenticatorData, signature, userHandle }
}

/** Creates a passkey on the device, in a password manager or on a phone nearby, as the agent chooses. */
export async function createPasskey(optionsJSON: PublicKeyCredentialCreationOptionsJSON): Promise<NewPasskey> {
  const { startRegistration } = await loadLibrary()
  const { id, response } = await startRegistration({ optionsJSON }).catch((error) => {
    throw describeFailure(error, 'No passkey was added. You can try again.')
  })
  const { clientDataJSON, attestationObject, transports = [] } = response
  return { id, clientDataJSON, attestationObject, transports }
}

/** For a page that is left while it offers passkeys. */
export const endPasskeyRequest = () => endRequest()

/** Lets the browser forget passkeys that no longer work, where it can. */
export async function keepPasskeys(userId: string, credentialIds: string[]) {
  const { sendSignal, bufferToBase64URLString } = await loadLibrary()
  const userID = bufferToBase64URLString(new TextEncoder().encode(userId).buffer)
  const rpID = window.location.hostname
  await sendSignal({
    signalName: 'allAcceptedCredentials',
    ...{ rpID, userID, allAcceptedCredentialIDs: credentialIds },
  }).catch(() => undefined)
}

const failureMessages: Partial<Record<string, string>> = {
  InvalidStateError: 'This device already has a passkey for your account.',
  ConstraintError: 'This device can’t make passkeys until it has a screen lock. You can also use your phone.',
  NotSupportedError: 'This device can’t make passkeys for us. Try your phone, or another browser.',
  SecurityError: 'Passkeys don’t work at this address. Open the site at its usual address and try again.',
}

/** Browsers don’t say whether someone cancelled, waited too long or has no passkey, so that sites cannot find out who has one. */
function describeFailure(error: unknown, otherwise: string) {
  const name = error instanceof Error ? error.name : ''
  return new AppError('PasskeyNotUsed', 400, failureMessages[name] ?? otherwise)
}
