import { expect, test } from 'vitest'
import { splitReferrer } from './collectEvent.server.ts'

test.each([
  ['https://www.google.com/', 'google.com', '/'],
  ['https://example.nz/homes/wellington?utm_source=mail&email=hana@example.nz', 'example.nz', '/homes/wellington'],
  ['https://mail.example/inbox/hana@example.nz/read', 'mail.example', '/inbox/…/read'],
  ['https://chat.example/+64215550199', 'chat.example', '/…'],
  ['https://crm.example/c/1b4e28ba-2fa1-11d2-883f-0016d3cca427', 'crm.example', '/c/…'],
  ['https://share.example/s/AbCdEfGhIjKlMnOpQrStUvWx12', 'share.example', '/s/…'],
  [
    'https://news.example/10-best-streets-of-wellington-this-year',
    'news.example',
    '/10-best-streets-of-wellington-this-year',
  ],
  ['https://files.example.nz/portal', null, null],
  ['android-app://com.example', null, null],
  ['nonsense', null, null],
  ['', null, null],
])('the referrer %s is split into %s and %s', (referrer, referrerHostname, referrerPathname) => {
  expect(splitReferrer(referrer, 'files.example.nz')).toEqual({ referrerHostname, referrerPathname })
})
