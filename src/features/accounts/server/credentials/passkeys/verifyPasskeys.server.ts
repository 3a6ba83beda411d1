import { generateKeyPairSync } from 'node:crypto'
import type { passkey } from '#db/schema/signInMethods.ts'
import type { Env } from '#platform/config/env.server.ts'
import type { NewPasskey, PasskeyAssertion } from '../../../passkeys/passkeys.schema.ts'

type Site = Pick<Env, 'APP_URL'>
type StoredKey = Pick<typeof passkey.$inferSelect, 'credentialId' | 'publicKey'>

/** From `APP_URL` alone: nothing in a request decides which site a passkey is for. */
export const relyingPartyId = ({ APP_URL }: Site) => new URL(APP_URL).hostname

/** ES256, EdDSA and RS256, as COSE numbers them: what every device of the last ten years can do. */
export const SIGNATURE_ALGORITHMS = [-7, -8, -257]

/** 26 MB of memory, and only needed when somebody uses a passkey. */
async function loadLibrary() {
  // The library needs it to be there first, and the order is lost when its files are bundled.
  await import('reflect-metadata')
  return { ...(await import('@simplewebauthn/server')), ...(await import('@simplewebauthn/server/helpers')) }
}

/** The challenge that was answered. Undefined for what is not an answer to one. */
export async function readChallenge(clientDataJSON: string) {
  const { decodeClientDataJSON } = await loadLibrary()
  const challenge = unlessUnreadable(() => decodeClientDataJSON(clientDataJSON)?.challenge)
  return typeof challenge === 'string' ? challenge : undefined
}

/** What an authentic answer tells. Undefined if it is not the answer of this key, for our site, of a user who was verified. */
export async function checkAssertion(site: Site, assertion: PasskeyAssertion, challenge: string, key: StoredKey) {
  const { verifyAuthenticationResponse, decodeClientDataJSON } = await loadLibrary()
  const { id, ...response } = assertion
  return unlessRefused(async () => {
    // Our pages ask for passkeys themselves, never inside a page of another site.
    if (decodeClientDataJSON(response.clientDataJSON).crossOrigin) return undefined
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} },
      expectedChallenge: challenge,
      expectedOrigin: site.APP_URL,
      expectedRPID: relyingPartyId(site),
      requireUserVerification: true,
      // The counter is compared where it is stored, so that two answers at once cannot both be newer.
      credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter: 0 },
    })
    if (!verified) return undefined
    return { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
  })
}

/** The passkey that a browser has created. Undefined if it is not for our site or its user was not verified. */
export async function checkNewPasskey(site: Site, created: NewPasskey, challenge: string) {
  const { verifyRegistrationResponse, decodeAttestationObject, isoBase64URL } = await loadLibrary()
  const { id, ...response } = created
  return unlessRefused(async () => {
    // We ask for no certificates, and read none: the addresses in them would be fetched.
    const attestation = decodeAttestationObject(isoBase64URL.toBuffer(response.attestationObject))
    if (!['none', 'packed'].includes(attestation.get('fmt'))) return undefined
    if (attestation.get('attStmt').get('x5c') !== undefined) return undefined
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: {
        ...{ id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} },
        response: { clientDataJSON: response.clientDataJSON, attestationObject: response.attestationObject },
      },
      expectedChallenge: challenge,
      expectedOrigin: site.APP_URL,
      expectedRPID: relyingPartyId(site),
      requireUserVerification: true,
      supportedAlgorithmIDs: SIGNATURE_ALGORITHMS,
    })
    if (!verified || registrationInfo.credential.id !== id) return undefined
    const { credential, credentialDeviceType, credentialBackedUp, aaguid } = registrationInfo
    return {
      credentialId: id,
      publicKey: Buffer.from(credential.publicKey),
      counter: credential.counter,
      deviceType: credentialDeviceType,
      isBackedUp: credentialBackedUp,
      /** The kind of device or password manager. */
      model: aaguid,
    }
  })
}

let dummy: StoredKey | undefined
/** Checked in place of an unknown passkey, so that the answer takes as long as for one that exists. */
export function dummyKey(): StoredKey {
  dummy ??= { credentialId: '', publicKey: coseKey(generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey) }
  return dummy
}

/** A public key of P-256 for ES256 as COSE writes it: a map of five entries, with both coordinates at the end. */
function coseKey(key: { export(options: { format: 'jwk' }): { x?: string; y?: string } }) {
  const { x = '', y = '' } = key.export({ format: 'jwk' })
  const coordinate = (label: string, value: string) => [
    Buffer.from(`${label}5820`, 'hex'),
    Buffer.from(value, 'base64url'),
  ]
  return Buffer.concat([Buffer.from('a5010203262001', 'hex'), ...coordinate('21', x), ...coordinate('22', y)])
}

function unlessUnreadable<T>(read: () => T) {
  try {
    return read()
  } catch {
    return undefined
  }
}

/** The library throws for every answer that is not right. It asks nobody else, so nothing else can fail. */
async function unlessRefused<T>(check: () => Promise<T>) {
  try {
    return await check()
  } catch {
    return undefined
  }
}
