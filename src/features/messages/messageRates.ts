/**
 * How fast messages are handed to the mail server. An installation with another agreement with its provider changes these numbers; an agency's
 * share leaves room for others. All other emails have a queue of their own and do not wait behind messages.
 */
export const MESSAGES_PER_MINUTE = 1_200
export const AGENCY_MESSAGES_PER_MINUTE = 600
/** Of all messages of an agency. What is beyond it goes out the next day. */
export const AGENCY_MESSAGES_PER_DAY = 20_000
/** While this many wait for the mail server, no more are handed over: after an outage they go out at the rate again, and not all at once. */
export const MAX_ON_THEIR_WAY = 500
