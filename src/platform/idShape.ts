/** A prefix, an underscore and a short random part. */
export const idPattern = (prefix: string) => new RegExp(`^${prefix}_[0-9a-z]{1,40}$`)
