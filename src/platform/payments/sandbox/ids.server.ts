import { randomBytes } from 'node:crypto'

export const randomKey = () => randomBytes(24).toString('hex')

/** As the provider's: the letters in front tell what it is, the rest cannot be guessed. */
export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString('hex')}`

/** Whoever has this id may pay, or manage the subscription: it is a key. */
export const newSessionId = (prefix: string) => `${prefix}_test_${randomKey()}`
