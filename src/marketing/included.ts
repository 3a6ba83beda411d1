/** What every plan has. */
export const included = [
  'Listings with photos, documents, link and QR code',
  'Leads by e-mail and in the portal',
  'Analytics for every listing',
  'Free reading for every buyer',
  'Export of your leads at any time',
]
