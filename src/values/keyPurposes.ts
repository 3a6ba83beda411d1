/**
 * Every purpose for which a key is derived from APP_SECRET, and what happens to what was made with it when the secret changes:
 *
 * - `sealed`: stored encrypted, or with a seal of ours. Readable while its secret is listed, and sealed again by `npm run reseal`.
 * - `lasting`: an address in an email, a cookie, a calendar subscription, a browser's subscription. It cannot be made again where it is, so its key
 *   is kept, sealed, after the secret has gone (`kept_key`).
 * - `brief`: over within a day. Accepted while its secret is listed.
 * - `fixed`: a pseudonym by which a row is found again. It must never change, so its first key is kept for good.
 */
export const keyPurposes = {
  'seal mail': 'sealed',
  'seal api response': 'sealed',
  'seal webhook secret': 'sealed',
  'seal signing key': 'sealed',
  'seal kept key': 'sealed',
  'seal authenticator secret': 'sealed',
  'seal identity request': 'sealed',
  'record seal': 'sealed',
  'lead cookie': 'lasting',
  'lead guest': 'lasting',
  'lead link': 'lasting',
  'lead text': 'lasting',
  'lead invitee': 'lasting',
  'lead invitee cookie': 'lasting',
  'vendor link': 'lasting',
  'calendar link': 'lasting',
  unsubscribe: 'lasting',
  'unsubscribe from changes': 'lasting',
  'unsubscribe from messages': 'lasting',
  'unsubscribe from vendor reports': 'lasting',
  office_email: 'lasting',
  lead_forward: 'lasting',
  'accept emailed documents by reply': 'lasting',
  'returned message': 'lasting',
  'stop recovery': 'lasting',
  'check-ins at the door': 'lasting',
  'web push': 'lasting',
  'sign storage': 'brief',
  'lead document': 'brief',
  'lead reading': 'brief',
  'lead email code': 'brief',
  'compared page': 'brief',
  'record subject': 'fixed',
  'used trial': 'fixed',
} as const satisfies Record<string, 'sealed' | 'lasting' | 'brief' | 'fixed'>

export type KeyPurpose = keyof typeof keyPurposes
export type PurposeWithFate<Fate> = { [P in KeyPurpose]: (typeof keyPurposes)[P] extends Fate ? P : never }[KeyPurpose]

/** What `createSeal` is for: the purpose without its first word. */
export type SealPurpose = NameOf<KeyPurpose>
type NameOf<Purpose> = Purpose extends `seal ${infer Name}` ? Name : never

export const isKeyPurpose = (purpose: string): purpose is KeyPurpose => Object.hasOwn(keyPurposes, purpose)

export const purposesWithFate = (fate: (typeof keyPurposes)[KeyPurpose]) =>
  Object.keys(keyPurposes)
    .filter(isKeyPurpose)
    .filter((purpose) => keyPurposes[purpose] === fate)
