/** What every plan has. */
export const included = [
  'Listings without limit, each with page, link, QR code and poster',
  '100 GB for photos and documents of up to 500 MB',
  'Leads by e-mail within seconds, and in the portal',
  'What each buyer read, and analytics for every listing',
  'Free reading for every buyer',
  'Export of everything at any time',
]
