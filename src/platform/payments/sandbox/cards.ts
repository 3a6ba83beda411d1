/** What a test card does: pays, is refused, wants the bank's confirmation, or is refused from the first charge on. */
export type Behaviour = 'pays' | 'declined' | 'authenticates' | 'fails later'

interface TestCard {
  number: string
  brand: string
  behaviour: Behaviour
  hint: string
}

/** Somebody ready to pay, without the number of the card. */
export interface Payer {
  email: string
  name: string
  card: {
    brand: string
    last4: string
    exp_month: number
    exp_year: number
    /** The same for the same card, whoever pays with it. */
    fingerprint: string
    behaviour: Behaviour
  }
}

/** The provider's published test cards. No other number is taken, so a real card never ends up here. */
export const testCards: TestCard[] = [
  { number: '4242424242424242', brand: 'visa', behaviour: 'pays', hint: 'Pays' },
  { number: '4000000000000002', brand: 'visa', behaviour: 'declined', hint: 'Is declined' },
  { number: '4000002500003155', brand: 'visa', behaviour: 'authenticates', hint: 'Asks the bank to confirm' },
  { number: '4000000000000341', brand: 'visa', behaviour: 'fails later', hint: 'Is taken, then fails when charged' },
  { number: '5555555555554444', brand: 'mastercard', behaviour: 'pays', hint: 'Pays (Mastercard)' },
]

export const spaced = (number: string) => number.replace(/(\d{4})(?=\d)/g, '$1 ')
