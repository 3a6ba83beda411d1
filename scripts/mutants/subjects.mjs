/** Which tests are expected to notice a fault in which modules. */
export const subjects = [
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
      'src/features/listings/description/linkAddress.ts',
      'src/features/listings/description/linkSchema.ts',
      'src/features/listings/description/measure.ts',
      'src/features/listings/description/description.ts',
    ],
    tests: ['src/features/listings/description/description.test.ts'],
  },
  {
    modules: [
      'src/platform/storage/keys.server.ts',
      'src/platform/storage/disk/signature.server.ts',
      'src/platform/storage/disk/door.server.ts',
      'src/platform/storage/disk/layout.server.ts',
      'src/platform/storage/disk/range.ts',
      'src/platform/storage/delivery.ts',
    ],
    tests: [
      'src/platform/storage/addresses.test.ts',
      'src/platform/storage/downloads.test.ts',
      'src/platform/storage/disk/disk.test.ts',
      'src/platform/storage/storage.test.ts',
    ],
  },
  {
    modules: ['src/platform/seal.server.ts', 'src/platform/secret.server.ts'],
    tests: ['src/platform/mailer.test.ts'],
  },
  { modules: ['src/platform/limits.server.ts'], tests: ['src/platform/limits.test.ts'] },
]
export const explainedSurvivors = []
