/** Why a link to the payment provider led back to our page. Comes with the address. */
export const troubleNames = ['often', 'active', 'plan', 'provider'] as const
export type Trouble = (typeof troubleNames)[number]

export const troubles: Record<Trouble, { title: string; text: string }> = {
  often: {
    title: 'Too many checkouts were opened',
    text: 'Please wait a few minutes and try again. Nothing was charged.',
  },
  active: {
    title: 'Your subscription is active already',
    text: 'There is nothing to pay again. Nothing was charged.',
  },
  plan: {
    title: 'That plan is not on offer any more',
    text: 'Please choose one of the plans shown here. Nothing was charged.',
  },
  provider: {
    title: 'The payment page could not be opened',
    text: 'Our payment provider is not answering right now. Please try again in a moment. Nothing was charged.',
  },
}
