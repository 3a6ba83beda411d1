import { type IdentityProvider, providerNames, type VisitOutcome } from '#values/identityProviders.ts'

interface OutcomeText {
  title: string
  text: string
  /** What they wanted. */
  isGood?: true
}

/** What someone reads after a visit to a provider. */
export function describeOutcome(outcome: VisitOutcome, provider: IdentityProvider) {
  const name = providerNames[provider]
  const texts: Record<VisitOutcome, OutcomeText> = {
    added: { title: `${name} linked`, text: `You can now sign in with ${name}.`, isGood: true },
    proven: { title: 'Thanks, we know it’s you', text: 'Close this tab and carry on in the other one.', isGood: true },
    inbox: {
      title: 'Check your inbox',
      text: `${name} doesn’t tell us whether that email address is yours. If there’s an account for it, we’ve emailed it a link. Open it in this browser within the next hour.`,
      isGood: true,
    },
    cancelled: { title: `You didn’t finish signing in with ${name}`, text: 'Nothing has changed.' },
    expired: {
      title: 'That took too long',
      text: 'Or you started in another browser. Nothing has changed. Please try again.',
    },
    refused: {
      title: `That didn’t work with ${name}`,
      text: 'Nothing has changed. Please try again, or sign in another way.',
    },
    away: {
      title: `${name} isn’t answering`,
      text: 'Try again in a few minutes, or sign in another way.',
    },
    unknown: {
      title: `No account for that ${name} address`,
      text: 'Try the address that your agency invited, or sign in another way and link it in your settings.',
    },
    taken: {
      title: 'Linked to another account',
      text: `That ${name} account already signs someone in here. Choose another one, or unlink it from the other account first.`,
    },
    full: { title: 'You can’t link any more accounts', text: 'Unlink one first.' },
    'not-recent': {
      title: `${name} didn’t ask you to sign in again`,
      text: 'So we can’t tell that it’s you. Use your password or a passkey. If you have neither, create a password by email.',
    },
    'not-yours': {
      title: `That ${name} account isn’t linked to yours`,
      text: 'Please use the one that is listed in your settings.',
    },
    'dead-link': { title: 'This link no longer works', text: 'It was used already, or is too old.' },
  }
  return texts[outcome]
}
