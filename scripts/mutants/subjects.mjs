/** Which tests are expected to notice a fault in which modules. */
export const subjects = [
  {
    modules: ['src/features/accounts/tokens.server.ts'],
    tests: ['src/features/accounts/tokens.test.ts'],
  },
  {
    modules: ['src/platform/session.server.ts'],
    tests: ['src/platform/session.test.ts'],
  },
  {
    modules: ['src/features/accounts/sessions.server.ts'],
    tests: ['src/features/accounts/sessions.test.ts'],
  },
  {
    modules: ['src/platform/seal.server.ts', 'src/platform/secret.server.ts'],
    tests: ['src/platform/seal.test.ts'],
  },
  {
    modules: ['src/platform/limits.server.ts'],
    tests: ['src/platform/limits.test.ts'],
  },
  {
    modules: [
      'src/platform/access.ts',
      'src/platform/visitor.server.ts',
      'src/platform/sessionCookie.server.ts',
      'src/platform/http/readCookie.ts',
    ],
    tests: ['src/platform/access.test.ts', 'src/features/accounts/secureCookie.test.ts'],
  },
  {
    modules: ['src/features/listings/findListing.server.ts'],
    tests: ['src/features/listings/listings.test.ts'],
  },
  {
    modules: ['src/features/files/ownFiles.server.ts'],
    tests: ['src/features/files/changeFiles.test.ts'],
  },
  {
    modules: ['src/features/leads/ownLead.server.ts', 'src/features/leads/changeLead.server.ts'],
    tests: ['src/features/leads/ownLeads.test.ts'],
  },
  {
    modules: ['src/features/leads/buyer.server.ts', 'src/features/leads/openDocument.server.ts'],
    tests: ['src/features/leads/openDocument.test.ts'],
  },
  {
    modules: ['src/features/leads/leadKey.server.ts', 'src/features/leads/privateLink.server.ts'],
    tests: ['src/features/leads/privateLink.test.ts', 'src/features/leads/gate.test.ts'],
  },
  {
    modules: [
      'src/platform/botCheck/altcha.server.ts',
      'src/platform/botCheck/turnstile.server.ts',
      'src/platform/botCheck/botCheck.server.ts',
    ],
    tests: ['src/platform/botCheck/botCheck.test.ts'],
  },
  {
    modules: ['src/features/billing/webhook.server.ts'],
    tests: ['src/features/billing/webhook.test.ts'],
  },
  {
    modules: ['src/platform/csv.ts'],
    tests: ['src/platform/csv.test.ts'],
  },
  {
    modules: ['src/platform/storage/disk/receive.server.ts'],
    tests: ['src/platform/storage/disk/door.test.ts', 'src/platform/storage/uploads.test.ts'],
  },
  {
    modules: ['src/features/accounts/returnPath.ts'],
    tests: ['src/features/accounts/returnPath.test.ts'],
  },
  {
    modules: ['src/platform/http/clientIp.server.ts'],
    tests: ['src/platform/http/clientIp.test.ts'],
  },
  {
    modules: ['src/platform/loopback.server.ts'],
    tests: ['src/platform/loopback.test.ts'],
  },
  {
    modules: ['src/platform/storage/contentDisposition.ts'],
    tests: ['src/platform/storage/contentDisposition.test.ts'],
  },
  {
    modules: [
      'src/platform/storage/keys.server.ts',
      'src/platform/storage/disk/signature.server.ts',
      'src/platform/storage/disk/door.server.ts',
      'src/platform/storage/disk/layout.server.ts',
    ],
    tests: ['src/platform/storage/disk/door.test.ts'],
  },
  {
    modules: ['src/platform/storage/delivery.ts'],
    tests: ['src/platform/storage/delivery.test.ts'],
  },
  {
    modules: [
      'src/features/listings/description/linkAddress.ts',
      'src/features/listings/description/linkSchema.ts',
      'src/features/listings/description/measure.ts',
      'src/features/listings/description/description.ts',
    ],
    tests: ['src/features/listings/description/description.test.ts'],
  },
]
export const explainedSurvivors = []
