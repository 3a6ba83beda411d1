/** Whether the sender of `If-None-Match` has this version already. */
export const matchesEtag = (ifNoneMatch: string | null | undefined, etag: string) =>
  (ifNoneMatch ?? '').split(',').some((known) => ['*', etag].includes(known.trim().replace(/^W\//, '')))
