const KEY_INFO = new TextEncoder().encode('property-files check-in at the door')
const NONCE_BYTES = 12

/**
 * Encrypts a check-in for the server (openEntries.server.ts). The key that it takes is made for this one entry and then forgotten, so the device
 * itself can't read the entry back. `label` names the device: under another name it can't be opened.
 */
export async function sealEntry(serverKey: string, label: string, entry: object) {
  const { subtle } = crypto
  const curve = { name: 'ECDH', namedCurve: 'P-256' }
  const server = await subtle.importKey('raw', fromBase64Url(serverKey), curve, false, [])
  const own = await subtle.generateKey(curve, false, ['deriveBits'])
  const ownPublicKey = new Uint8Array(await subtle.exportKey('raw', own.publicKey))
  const shared = await subtle.deriveBits({ name: 'ECDH', public: server }, own.privateKey, 256)
  const material = await subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const key = await subtle.deriveKey(
    { name: 'HKDF', hash: 'SHA-256', salt: ownPublicKey, info: KEY_INFO },
    material,
    { name: 'AES-GCM', length: 256 },
    false,
    ['encrypt'],
  )
  const nonce = crypto.getRandomValues(new Uint8Array(NONCE_BYTES))
  const sealed = await subtle.encrypt(
    { name: 'AES-GCM', iv: nonce, additionalData: new TextEncoder().encode(label) },
    key,
    new TextEncoder().encode(JSON.stringify(entry)),
  )
  return toBase64Url(new Uint8Array([...ownPublicKey, ...nonce, ...new Uint8Array(sealed)]))
}

export const toBase64Url = (bytes: Uint8Array) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '')

export const fromBase64Url = (text: string) =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0))
