/** Set by `npm run test:long`: campaigns then run in full length. */
export const isLong = process.env.LONG === '1'
