/** Which tests are expected to notice a fault in which modules. */
export const subjects = [
  {
    modules: ['src/features/accounts/server/credentials/emailedTokens.server.ts'],
    tests: [
      'src/features/accounts/server/credentials/emailedTokens.test.ts',
      'src/features/accounts/server/credentials/passwords/firstPassword.test.ts',
    ],
  },
  {
    modules: ['src/features/accounts/server/credentials/agentSessions.server.ts'],
    tests: [
      'src/features/accounts/server/credentials/agentSessions.test.ts',
      'src/features/accounts/server/credentials/passwords/firstPassword.test.ts',
    ],
  },
  {
    modules: ['src/features/accounts/server/credentials/signIn.server.ts'],
    tests: ['src/features/accounts/server/credentials/signInAttempts.test.ts'],
  },
  {
    modules: ['src/features/accounts/server/credentials/passwords/passwordHashing.server.ts'],
    tests: ['src/features/accounts/server/credentials/passwords/passwordHashing.test.ts'],
  },
  {
    modules: [
      'src/features/accounts/server/credentials/passwords/setPassword.server.ts',
      'src/features/accounts/server/credentials/passwords/firstPassword.server.ts',
    ],
    tests: [
      'src/features/accounts/server/credentials/passwords/passwordChanges.test.ts',
      'src/features/accounts/server/credentials/passwords/firstPassword.test.ts',
    ],
  },
  {
    modules: ['src/features/accounts/returnPath.ts'],
    tests: ['src/features/accounts/returnPath.test.ts'],
  },
  {
    modules: ['src/platform/auth/sessions.server.ts'],
    tests: ['src/platform/auth/sessions.test.ts'],
  },
  {
    modules: ['src/platform/auth/accessMiddleware.ts'],
    tests: ['src/platform/auth/accessMiddleware.test.ts'],
  },
  {
    modules: ['src/platform/auth/sessionCookie.server.ts'],
    tests: ['src/platform/auth/sessionCookie.test.ts', 'src/platform/auth/accessMiddleware.test.ts'],
  },
  {
    modules: ['src/platform/secrets/seal.server.ts'],
    tests: ['src/platform/secrets/seal.test.ts'],
  },
  {
    modules: ['src/platform/secrets/readOrCreateSecret.server.ts'],
    tests: ['src/platform/secrets/readOrCreateSecret.test.ts'],
  },
  {
    modules: ['src/platform/limits/rateLimits.server.ts'],
    tests: ['src/platform/limits/rateLimits.test.ts'],
  },
  {
    modules: ['src/platform/http/requestHeaders.ts'],
    tests: ['src/platform/http/requestHeaders.test.ts'],
  },
  {
    modules: ['src/platform/http/ipAddresses.server.ts'],
    tests: ['src/platform/http/ipAddresses.test.ts'],
  },
  {
    modules: ['src/platform/http/securityHeaders.server.ts'],
    tests: ['src/platform/http/securityHeaders.test.ts'],
  },
  {
    modules: ['src/platform/development/developmentPage.server.ts'],
    tests: ['src/platform/development/developmentPage.test.ts'],
  },
  {
    modules: ['src/platform/botCheck/botCheck.server.ts'],
    tests: ['src/platform/botCheck/botCheck.test.ts'],
  },
  {
    modules: ['src/platform/downloads/csvDownload.server.ts'],
    tests: ['src/platform/downloads/csvDownload.test.ts'],
  },
  {
    modules: ['src/platform/storage/downloadHeaders.ts'],
    tests: ['src/platform/storage/downloadHeaders.test.ts'],
  },
  {
    modules: ['src/platform/storage/storageKeys.server.ts', 'src/platform/storage/disk/urlSigner.server.ts'],
    tests: ['src/platform/storage/disk/serveSignedUrl.test.ts'],
  },
  {
    modules: ['src/platform/storage/disk/diskStorage.server.ts', 'src/platform/storage/disk/diskFiles.server.ts'],
    tests: [
      'src/platform/storage/disk/serveSignedUrl.test.ts',
      'src/platform/storage/disk/diskStorage.test.ts',
      'src/platform/storage/storage.test.ts',
      'src/platform/storage/uploads.test.ts',
      'src/platform/storage/downloads.test.ts',
    ],
  },
  {
    modules: ['src/platform/storage/disk/diskUploads.server.ts'],
    tests: [
      'src/platform/storage/disk/serveSignedUrl.test.ts',
      'src/platform/storage/disk/diskStorage.test.ts',
      'src/platform/storage/signedUrls.test.ts',
      'src/platform/storage/uploads.test.ts',
    ],
  },
  {
    modules: ['src/platform/storage/s3/bucket.server.ts'],
    tests: [
      'src/platform/storage/s3/s3Storage.test.ts',
      'src/platform/storage/storage.test.ts',
      'src/platform/storage/uploads.test.ts',
    ],
  },
  {
    modules: ['src/features/listings/server/listings.server.ts'],
    tests: ['src/features/listings/server/listings.test.ts'],
  },
  {
    modules: ['src/features/listings/description/allowedLink.ts'],
    tests: ['src/features/listings/description/description.schema.test.ts'],
  },
  {
    modules: ['src/features/listings/description/description.schema.ts'],
    tests: ['src/features/listings/description/description.schema.test.ts'],
  },
  {
    modules: ['src/features/files/server/files.server.ts'],
    tests: ['src/features/files/server/files.test.ts'],
  },
  {
    modules: ['src/features/leads/server/leads.server.ts'],
    tests: ['src/features/leads/server/leads.test.ts'],
  },
  {
    modules: [
      'src/features/leads/server/documents/documentAccess.server.ts',
      'src/features/leads/server/documents/openDocument.server.ts',
    ],
    tests: ['src/features/leads/buyer.test.ts', 'src/features/leads/server/documents/openDocument.test.ts'],
  },
  {
    modules: ['src/features/leads/server/documents/documentKey.server.ts'],
    tests: ['src/features/leads/server/documents/documentKey.test.ts'],
  },
  {
    modules: ['src/features/leads/server/privateLink/privateLinkActions.server.ts'],
    tests: [
      'src/features/leads/server/privateLink/privateLinkDetails.test.ts',
      'src/features/leads/server/privateLink/eraseDetails.test.ts',
    ],
  },
  {
    modules: ['src/features/billing/server/stripeWebhook.server.ts'],
    tests: ['src/features/billing/server/webhookJobs.test.ts'],
  },
]

/**
 * Faults that no test can notice: the application does the same with them, or differs only in time. Each is for one line, or for
 * all lines that contain `within`.
 */
export const explainedSurvivors = [
  {
    path: 'src/features/accounts/server/credentials/signIn.server.ts',
    was: "'sign_in'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/signIn.server.ts',
    was: "'sign_in_address'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/signIn.server.ts',
    was: "'sign_in_everywhere'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/signIn.server.ts',
    was: 'knownDevice',
    becomes: 'true',
    why: 'the key of the count is then another text, the same for all unknown devices',
  },
  {
    path: 'src/features/accounts/server/credentials/signIn.server.ts',
    was: 'await limits.forgive(perAccountLimit, here)',
    becomes: 'void limits.forgive(perAccountLimit, here)',
    why: 'the tries are forgotten a moment later',
  },
  {
    path: 'src/features/accounts/server/credentials/signIn.server.ts',
    was: 'await limits.forgive(perAccountEverywhereLimit, everywhere)',
    becomes: 'void limits.forgive(perAccountEverywhereLimit, everywhere)',
    why: 'the tries are forgotten a moment later',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/passwordHashing.server.ts',
    was: "'nobody has this password'",
    becomes: "''",
    why: 'without an account every password is wrong, whatever the dummy hash is of',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/passwordHashing.server.ts',
    was: "'password_asked'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/passwordHashing.server.ts',
    was: 'await limits.forgive(passwordAttempts, agent.id)',
    becomes: 'void limits.forgive(passwordAttempts, agent.id)',
    why: 'the tries are forgotten a moment later',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/firstPassword.server.ts',
    was: "'password_link'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/firstPassword.server.ts',
    was: "'new_password_link'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/setPassword.server.ts',
    was: "await tx.select().from(user).where(eq(user.id, userId)).for('update')",
    becomes: 'removed',
    why: 'without it two transactions may wait for each other, but only by chance',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/setPassword.server.ts',
    was: "'reset_request_address'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/setPassword.server.ts',
    was: "'reset_token'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/setPassword.server.ts',
    was: 'await limits.forgive(tokenAttempts, address)',
    becomes: 'void limits.forgive(tokenAttempts, address)',
    why: 'the tries are forgotten a moment later',
  },
  {
    path: 'src/features/accounts/server/credentials/passwords/setPassword.server.ts',
    was: 'agent',
    becomes: 'true',
    why: 'a token always has its agent: the type alone does not know',
  },
  {
    path: 'src/platform/auth/accessMiddleware.ts',
    was: "'function'",
    becomes: "''",
    within: "createMiddleware({ type: 'function' })",
    why: 'TanStack Start reads the kind of a middleware from its types only',
  },
  {
    path: 'src/platform/secrets/readOrCreateSecret.server.ts',
    was: "(error as NodeJS.ErrnoException).code !== 'EEXIST'",
    becomes: 'false',
    why: 'the start fails all the same, when it reads the file that could not be made',
  },
  {
    path: 'src/platform/limits/rateLimits.server.ts',
    was: "'client'",
    becomes: "''",
    why: 'the library treats every kind it does not know as a client',
  },
  {
    path: 'src/platform/limits/rateLimits.server.ts',
    was: 'false',
    becomes: 'true',
    within: 'clearExpiredByTimeout',
    why: 'the library then removes expired rows too, which `sweep` does anyway',
  },
  {
    path: 'src/platform/limits/rateLimits.server.ts',
    was: 'reason.msBeforeNext <= limit.seconds * 1000',
    becomes: '((reason.msBeforeNext) < (limit.seconds * 1000))',
    why: 'differs only for a refusal in the very millisecond in which the time began',
  },
  {
    path: 'src/platform/botCheck/botCheck.server.ts',
    was: `hmacKeySignatureSecret: \`\${secret} key\``,
    becomes: 'removed',
    why: 'the library then derives the key again: slower, with the same result',
  },
  {
    path: 'src/platform/botCheck/botCheck.server.ts',
    was: '5_000',
    becomes: '2 * (5_000)',
    why: 'only how long we wait for a Cloudflare that does not respond; no test measures time',
  },
  {
    path: 'src/platform/botCheck/botCheck.server.ts',
    was: '5_000',
    becomes: '(5_000) / 2',
    why: 'only how long we wait for a Cloudflare that does not respond; no test measures time',
  },
  {
    path: 'src/platform/botCheck/botCheck.server.ts',
    was: "'unknown'",
    becomes: "''",
    why: 'only `human` and `bot` are asked for: every other result is unknown',
  },
  {
    path: 'src/platform/botCheck/botCheck.server.ts',
    was: "'human'",
    becomes: "''",
    within: 'usedFor === key',
    why: 'an answer is used twice only by `refuseBots`, which asks only whether it is a bot',
  },
  {
    path: 'src/platform/storage/storageKeys.server.ts',
    was: '/-[a-z0-9]+$/',
    becomes: '/-[a-z0-9]+/',
    why: 'a key has one hyphen at most',
  },
  {
    path: 'src/platform/storage/disk/diskFiles.server.ts',
    was: 'more.length === 0',
    becomes: 'false',
    why: 'the same bytes, through one more stream',
  },
  {
    path: 'src/platform/storage/disk/diskFiles.server.ts',
    was: "error instanceof Error && 'code' in error",
    becomes: "((error instanceof Error) || ('code' in error))",
    why: 'what the file system throws is an error with a code',
  },
  {
    path: 'src/platform/storage/disk/diskFiles.server.ts',
    was: 'await handle.sync()',
    becomes: 'void handle.sync()',
    why: 'closing a handle waits for what is pending on it',
  },
  {
    path: 'src/platform/storage/disk/diskFiles.server.ts',
    was: 'await handle.close()',
    becomes: 'void handle.close()',
    why: 'the folder is closed a moment later',
  },
  {
    path: 'src/platform/storage/disk/diskFiles.server.ts',
    was: `\`\${name}/\``,
    becomes: "''",
    within: 'mayContain(',
    why: 'folders that cannot contain such keys are listed too: it is only slower',
  },
  {
    path: 'src/platform/storage/disk/diskUploads.server.ts',
    was: "refuseOtherLength(Number(request.headers.get('content-length') ?? length), length)",
    becomes: 'removed',
    why: 'the length is checked again while the content arrives',
  },
  {
    path: 'src/platform/storage/disk/diskUploads.server.ts',
    was: 'given > length',
    becomes: 'false',
    why: 'more than the announced length is refused while it arrives',
  },
  {
    path: 'src/platform/storage/disk/diskUploads.server.ts',
    was: 'upload !== undefined && part !== undefined',
    becomes: '((upload !== undefined) || (part !== undefined))',
    why: 'both are signed, or neither',
  },
  {
    path: 'src/platform/storage/disk/diskUploads.server.ts',
    was: 'await rm(draft, { force: true })',
    becomes: 'void rm(draft, { force: true })',
    why: 'the draft is removed a moment later',
  },
  {
    path: 'src/platform/storage/disk/diskUploads.server.ts',
    was: 'false',
    becomes: 'true',
    within: 'destroyOnReturn',
    why: 'Node ends the request of a server without its connection, so the refusal is sent all the same',
  },
  {
    path: 'src/platform/storage/disk/diskUploads.server.ts',
    was: "throw invalidInput({}, 'The connection was lost before the whole file arrived.')",
    becomes: 'removed',
    why: 'what has arrived is then refused because it is too short',
  },
  {
    path: 'src/platform/storage/s3/bucket.server.ts',
    was: '5_000',
    becomes: '2 * (5_000)',
    why: 'only how long we wait for an S3 that does not respond; no test measures time',
  },
  {
    path: 'src/platform/storage/s3/bucket.server.ts',
    was: '5_000',
    becomes: '(5_000) / 2',
    why: 'only how long we wait for an S3 that does not respond; no test measures time',
  },
  {
    path: 'src/platform/storage/s3/bucket.server.ts',
    was: '30_000',
    becomes: '2 * (30_000)',
    why: 'only how long we wait for an S3 that does not respond; no test measures time',
  },
  {
    path: 'src/platform/storage/s3/bucket.server.ts',
    was: '30_000',
    becomes: '(30_000) / 2',
    why: 'only how long we wait for an S3 that does not respond; no test measures time',
  },
  {
    path: 'src/platform/storage/s3/bucket.server.ts',
    was: 'requestHandler: { connectionTimeout: 5_000, socketTimeout: 30_000 }',
    becomes: 'removed',
    why: 'only how long we wait for an S3 that does not respond; no test measures time',
  },
  {
    path: 'src/platform/storage/s3/bucket.server.ts',
    was: "'WHEN_REQUIRED'",
    becomes: "''",
    within: 'Checksum',
    why: 'the library asks only whether it is `WHEN_SUPPORTED`',
  },
  {
    path: 'src/features/listings/description/description.schema.ts',
    was: "'custom'",
    becomes: "''",
    within: 'issues.push',
    why: 'only the message of an issue is read',
  },
  {
    path: 'src/features/listings/description/description.schema.ts',
    was: 'input: description',
    becomes: 'removed',
    why: 'only the message of an issue is read',
  },
  {
    path: 'src/features/listings/description/description.schema.ts',
    was: 'input: href',
    becomes: 'removed',
    why: 'only the message of an issue is read',
  },
  {
    path: 'src/features/files/server/files.server.ts',
    was: 'rows.filter(({ id }) => id !== added.id)',
    becomes: 'rows',
    why: 'the new file is then listed twice, and PostgreSQL takes the first place',
  },
  {
    path: 'src/features/files/server/files.server.ts',
    was: 'and(inArray(file.id, ids), or(isElsewhere, isNotNull(file.archivedAt)))',
    becomes: 'and(or(isElsewhere, isNotNull(file.archivedAt)))',
    why: 'other listings have not lost their cover: it is only slower',
  },
  {
    path: 'src/features/files/server/files.server.ts',
    was: 'id: listing.id',
    becomes: 'removed',
    within: 'select({ id: listing.id })',
    why: 'only whether there is a row is read, and locks are on rows',
  },
  {
    path: 'src/features/leads/server/leads.server.ts',
    was: '1',
    becomes: '2',
    within: '.limit(limit + 1)',
    why: 'one row more than asked for says that there is another page; a second one is cut off too',
  },
  {
    path: 'src/features/leads/server/leads.server.ts',
    was: "'timeline'",
    becomes: "''",
    why: 'an empty name is one that no other list has',
  },
  {
    path: 'src/features/leads/server/documents/openDocument.server.ts',
    was: `and( eq(event.listingId, reading.listingId), eq(event.event, reading.event), isSameReader(reading), sql\`(\${event.pathname} like \${\`%\${ZIP_PATH_END}\`}) is \${reading.pathname ? sql\`true\` : sql\`not true\`}\`, inArray(event.fileId, fileIds), gt(event.createdAt, new Date(Date.now() - SAME_READING_MS)), )`,
    becomes: `and(eq(event.listingId, reading.listingId), eq(event.event, reading.event), isSameReader(reading), sql\`(\${event.pathname} like \${\`%\${ZIP_PATH_END}\`}) is \${reading.pathname ? sql\`true\` : sql\`not true\`}\`, gt(event.createdAt, new Date(Date.now() - SAME_READING_MS)))`,
    why: 'the other documents are not asked for: it is only slower',
  },
  {
    path: 'src/features/leads/server/documents/documentKey.server.ts',
    was: '36',
    becomes: '(36) / 2',
    within: 'keysChangedAt.getTime',
    why: 'the moment is only compared, so any way to write it will do',
  },
  {
    path: 'src/features/leads/server/privateLink/privateLinkActions.server.ts',
    was: 'false',
    becomes: 'true',
    within: 'const ownKey',
    why: 'a guest may open the same documents',
  },
  {
    path: 'src/features/leads/server/privateLink/privateLinkActions.server.ts',
    was: "'correct_lead'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/leads/server/privateLink/privateLinkActions.server.ts',
    was: "'lead_address'",
    becomes: "''",
    why: 'an empty name is one that no other limit has',
  },
  {
    path: 'src/features/leads/server/privateLink/privateLinkActions.server.ts',
    was: 'tx.select({ id: listing.id }).from(listing).where(eq(listing.id, listingRow.id))',
    becomes: 'tx.select({ id: listing.id }).from(listing).where(undefined)',
    why: 'locks more rows than needed: it is only slower',
  },
  {
    path: 'src/features/leads/server/privateLink/privateLinkActions.server.ts',
    was: 'id: listing.id',
    becomes: 'removed',
    why: 'only the lock is wanted',
  },
  {
    path: 'src/features/billing/server/stripeWebhook.server.ts',
    was: '500',
    becomes: '2 * (500)',
    why: 'pages of another size: only the number of queries differs',
  },
  {
    path: 'src/features/billing/server/stripeWebhook.server.ts',
    was: '500',
    becomes: '(500) / 2',
    why: 'pages of another size: only the number of queries differs',
  },
  {
    path: 'src/features/billing/server/stripeWebhook.server.ts',
    was: "db .select({ id: user.id, customerId: user.subscriptionCustomerId }) .from(user) .where(and(ne(user.subscriptionCustomerId, ''), gt(user.id, last))) .orderBy(asc(user.id)) .limit(CUSTOMERS_PER_PAGE)",
    becomes:
      "db .select({ id: user.id, customerId: user.subscriptionCustomerId }) .from(user) .where(and(ne(user.subscriptionCustomerId, ''), gt(user.id, last))) .orderBy(asc(user.id))",
    why: 'all customers are then on one page: it only takes more memory',
  },
  {
    path: 'src/features/billing/server/stripeWebhook.server.ts',
    was: '100',
    becomes: '(100) / 2',
    why: 'pages of another size: only the number of requests differs',
  },
  {
    path: 'src/features/billing/server/stripeWebhook.server.ts',
    was: '10_000',
    becomes: '(10_000) / 2',
    why: 'differs only for more than 5,000 checkouts in two weeks',
  },
]
