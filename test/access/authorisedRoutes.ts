/**
 * Every route of the application except its calls, and who may use it. `provider` has to sign what it sends,
 * `holder` has an address that we signed, `thisComputer` is a person at this machine. One that is not here fails the tests.
 */
export type RouteAccess = 'anyone' | 'holder' | 'provider' | 'signedIn' | 'thisComputer'

export const authorisedRoutes: Record<string, RouteAccess> = {
  // Pages about the product
  'GET /': 'anyone',
  'GET /about': 'anyone',
  'GET /features': 'anyone',
  'GET /pricing': 'anyone',
  'GET /help': 'anyone',
  'GET /privacy-policy': 'anyone',
  'GET /terms': 'anyone',
  // The way in
  'GET /get-started': 'anyone',
  'GET /login': 'anyone',
  'GET /reset-password/': 'anyone',
  'GET /reset-password/$token': 'anyone',
  'GET /checkout/$priceId': 'anyone',
  'GET /thank-you/$sessionId': 'anyone',
  'GET /confirm-checkout/$token': 'anyone',
  'GET /unsubscribe/$key': 'anyone',
  'POST /unsubscribe/$key': 'holder',
  'GET /unsubscribe/changes/$key': 'anyone',
  'POST /unsubscribe/changes/$key': 'holder',
  // A listing. Its documents ask for a lead's key themselves, its photos for a published listing.
  'GET /listings/$id': 'anyone',
  'GET /listings/$id/open': 'anyone',
  'GET /listings/$id/documents.zip': 'anyone',
  'GET /documents/$id': 'holder',
  'GET /documents/$id/pages/$page': 'holder',
  'GET /documents/$id/text/$page': 'holder',
  'GET /listings/$id/calendar/$entry': 'anyone',
  'GET /listings/$id/preview.jpg': 'anyone',
  'GET /photos/$id/$width': 'anyone',
  'GET /agent-photo/$id': 'anyone',
  // The portal
  'GET /portal/': 'signedIn',
  'GET /portal/analytics': 'signedIn',
  'GET /portal/analytics.csv': 'signedIn',
  'GET /portal/billing': 'signedIn',
  'GET /portal/exports/$id': 'signedIn',
  'GET /portal/files': 'signedIn',
  'GET /portal/leads': 'signedIn',
  'GET /portal/leads.csv': 'signedIn',
  'GET /portal/listings.csv': 'signedIn',
  'GET /portal/listings/': 'signedIn',
  'GET /portal/listings/new': 'signedIn',
  'GET /portal/listings/$id': 'signedIn',
  'GET /portal/listings/$id/share/$kind': 'signedIn',
  'GET /portal/people/': 'signedIn',
  'GET /portal/people/$id': 'signedIn',
  'GET /portal/settings': 'signedIn',
  // Machines
  'GET /healthz': 'anyone',
  'GET /readyz': 'anyone',
  'POST /webhooks/stripe': 'provider',
  'POST /_event': 'anyone',
  // Stores nothing without a key that we signed.
  'POST /_reading': 'anyone',
  // Anyone with the operator's token.
  'GET /metrics': 'holder',
  'GET /storage/$address': 'holder',
  'PUT /storage/$address': 'holder',
  'GET /robots.txt': 'anyone',
  'GET /llms.txt': 'anyone',
  'GET /.well-known/security.txt': 'anyone',
  'GET /sitemap.xml': 'anyone',
  'GET /sitemaps/pages.xml': 'anyone',
  'GET /sitemaps/listings-$nth.xml': 'anyone',
  // Development
  'GET /dev/jobs': 'thisComputer',
  'POST /dev/jobs': 'thisComputer',
  'GET /dev/mail': 'thisComputer',
  'GET /dev/mail/$id': 'thisComputer',
  'GET /dev/mail/$id/raw': 'thisComputer',
}
