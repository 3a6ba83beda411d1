interface ApiProblem {
  status: number
  /** The same in every response of this type. */
  title: string
  meaning: string
  /** What the program, or the person who looks after it, does next. */
  remedy: string
}

/**
 * Every type of problem that the API responds with. Responses link to its description on the page for developers. The first one of a status
 * is also the type of errors that are not listed here.
 */
export const apiProblems = {
  InvalidInput: {
    status: 400,
    title: 'Wrong fields in the body',
    meaning: 'A field is missing, unknown, or not as described. “errors” has a JSON pointer to each of them.',
    remedy: 'Correct these fields, and send the request again.',
  },
  InvalidParameters: {
    status: 400,
    title: 'Wrong parameters',
    meaning: 'A part of the address or a header isn’t as described. “errors” has the name of each of them.',
    remedy: 'Correct these parameters, and send the request again.',
  },
  RequestAborted: {
    status: 400,
    title: 'Incomplete request',
    meaning: 'The connection ended before the whole body had arrived.',
    remedy: 'Send the request again.',
  },
  InvalidKey: {
    status: 401,
    title: 'No valid key',
    meaning: 'The key is missing, mistyped, revoked or expired.',
    remedy: 'Send “Authorization: Bearer” with a key from Your agency, Connections.',
  },
  Forbidden: {
    status: 403,
    title: 'Not permitted',
    meaning: 'The key doesn’t have the scope that this operation needs. “detail” names it.',
    remedy: 'Use a key that has this scope. The scopes of a key can’t be changed.',
  },
  AgencyInactive: {
    status: 403,
    title: 'No active subscription',
    meaning:
      'The agency’s subscription has ended. Reading still works; creating, editing, uploading and publishing don’t.',
    remedy: 'Ask an owner of the agency to reactivate the subscription.',
  },
  NotFoundError: {
    status: 404,
    title: 'Not found',
    meaning: 'It doesn’t exist, or belongs to another agency.',
    remedy: 'Check the address and the id in it.',
  },
  NotAllowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not with this method.',
    remedy: 'Use one of the methods that the Allow header lists.',
  },
  Conflict: {
    status: 409,
    title: 'Refused by a rule',
    meaning:
      'One of the portal’s rules doesn’t allow it: for example, an archived listing accepts no leads. “detail” says which rule.',
    remedy: 'Change what “detail” names, then send the request again.',
  },
  EmailRefused: {
    status: 409,
    title: 'Email address in use',
    meaning: 'Someone else has enquired about the same listing with this email address.',
    remedy: 'Check the address. If it’s the same person twice, merge the two in the portal.',
  },
  UploadIncomplete: {
    status: 409,
    title: 'Upload incomplete',
    meaning: 'Some parts of the file haven’t arrived yet.',
    remedy: 'Read the upload, send the parts that it lists, and finish it again.',
  },
  StillRunning: {
    status: 409,
    title: 'Still running',
    meaning: 'The first request with this Idempotency-Key hasn’t finished.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the same request again.',
  },
  ChangedElsewhere: {
    status: 412,
    title: 'Changed since you read it',
    meaning: 'Someone else has changed it. Nothing was overwritten.',
    remedy: 'Read it again, and send your change with the new ETag in If-Match.',
  },
  TooLarge: {
    status: 413,
    title: 'Too large',
    meaning: 'A body can have 1 MB, and an uploaded file 500 MB.',
    remedy: 'Send less, or a smaller copy of the file.',
  },
  QuotaReached: {
    status: 413,
    title: 'Storage full',
    meaning: 'The agency has used all of its storage.',
    remedy: 'Delete archived files in the portal, or ask us for more.',
  },
  UnsupportedType: {
    status: 415,
    title: 'Type not supported',
    meaning: 'The body isn’t JSON, or we don’t accept files of this type.',
    remedy: 'Send “Content-Type: application/json”, or the document as a PDF.',
  },
  Unacceptable: {
    status: 422,
    title: 'File not accepted',
    meaning: 'The uploaded file isn’t what its name says, or is damaged. “detail” says what we found.',
    remedy: 'Upload an undamaged copy.',
  },
  KeyReused: {
    status: 422,
    title: 'Idempotency-Key used before',
    meaning: 'The same Idempotency-Key came with another request in the last 24 hours.',
    remedy: 'Use a new one for each new request.',
  },
  VersionMissing: {
    status: 428,
    title: 'If-Match missing',
    meaning: 'The change doesn’t say which version you have read.',
    remedy: 'Read it first, and send its ETag as If-Match.',
  },
  TooManyRequests: {
    status: 429,
    title: 'Too many requests',
    meaning: 'The key, the agency or your network has reached a limit.',
    remedy: 'Wait for the number of seconds in Retry-After, then send the request again.',
  },
  UnexpectedError: {
    status: 500,
    title: 'Our mistake',
    meaning: 'Something went wrong on our side, and we’ve logged it.',
    remedy: 'Tell us the “errorId”. The same request would probably fail again.',
  },
  Unavailable: {
    status: 503,
    title: 'Temporarily unavailable',
    meaning: 'A service that we need isn’t responding.',
    remedy:
      'Wait for the number of seconds in Retry-After, then send the request again. With an Idempotency-Key, no POST is done twice.',
  },
} as const satisfies Record<string, ApiProblem>

export type ApiProblemName = keyof typeof apiProblems
