import { expect, test } from 'vitest'
import { loggablePath } from './loggablePath.ts'

test.each([
  '/',
  '/portal/listings/list_7d0k2m/share/poster.pdf',
  '/photos/file_7d0k2m/1920',
  '/listings/12-rata-street',
  '/.well-known/security.txt',
  '/_serverFn/fetchPublicListing',
  '/storage/documents/3f/3f0a9c41d2b84f6e9a7c5d1e2f3a4b5c-w480',
])('%s is logged as it is', (path) => expect(loggablePath(path)).toBe(path))

test.each([
  ['/reset-password/abc', '/reset-password/…'],
  ['/thank-you/cs_test_1', '/thank-you/…'],
  // Threat 186: by which link a visitor came.
  ['/l/k7f2m9qa', '/l/…'],
  ['/listings/zebulonia%40example.nz', '/listings/…'],
  ['/listings/zebulonia@example.nz/open', '/listings/…/open'],
  ['/photos/021%20555%200177/480', '/photos/…/480'],
  ['/photos/0215550177/480', '/photos/…/480'],
  ['/198.51.100.177', '/…'],
  ['/sitemaps/listings-198.51.100.177.xml', '/sitemaps/…'],
  ['/listings/Zebulonia', '/listings/…'],
  ['/x/lead_1.Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6', '/x/…'],
  ['/_serverFn/fetch%20Everything', '/…/…'],
])('threat 55: of %s the log keeps %s', (path, kept) => expect(loggablePath(path)).toBe(kept))
