import { fromBase64Url, toBase64Url } from '../sync/sealEntry.ts'

/** What the owner of the device unlocks it with: face, finger, pattern or the device's own PIN. */
export const canUnlock = async () =>
  'PublicKeyCredential' in window && (await PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())

const TIMEOUT_MS = 60_000
const ES256 = -7
const RS256 = -257
/** In the flags of an answer: the person was verified, and not only present. */
const USER_VERIFIED = 0x04
const FLAGS_AT = 32

const newChallenge = () => crypto.getRandomValues(new Uint8Array(32))

/** Makes a passkey that stays on this device. Returns its id, or undefined if the person cancels. */
export const createUnlock = (title: string) =>
  unlessCancelled(async () => {
    const created = await navigator.credentials.create({
      publicKey: {
        challenge: newChallenge(),
        rp: { name: 'Property Files' },
        user: { id: crypto.getRandomValues(new Uint8Array(16)), name: title, displayName: title },
        pubKeyCredParams: [ES256, RS256].map((alg) => ({ type: 'public-key', alg })),
        authenticatorSelection: {
          authenticatorAttachment: 'platform',
          userVerification: 'required',
          residentKey: 'discouraged',
        },
        timeout: TIMEOUT_MS,
      },
    })
    return created instanceof PublicKeyCredential ? toBase64Url(new Uint8Array(created.rawId)) : undefined
  })

/**
 * Whether the owner of the device has unlocked it. The answer comes from this browser and is for this page, so its signature is not checked:
 * somebody who could forge the answer could as well skip the question. Leaving opens nothing but the sign-in page.
 */
export async function askOwnerToUnlock(id: string) {
  const answer = await unlessCancelled(async () => {
    const found = await navigator.credentials.get({
      publicKey: {
        challenge: newChallenge(),
        allowCredentials: [{ type: 'public-key', id: fromBase64Url(id), transports: ['internal'] }],
        userVerification: 'required',
        timeout: TIMEOUT_MS,
      },
    })
    return found instanceof PublicKeyCredential && found.response instanceof AuthenticatorAssertionResponse
      ? new Uint8Array(found.response.authenticatorData)
      : undefined
  })
  return ((answer?.[FLAGS_AT] ?? 0) & USER_VERIFIED) !== 0
}

/** Browsers say the same for somebody who cancels, a time-out, and a key that is gone. */
async function unlessCancelled<Result>(ask: () => Promise<Result>) {
  try {
    return await ask()
  } catch (error) {
    if (error instanceof DOMException) return undefined
    throw error
  }
}
