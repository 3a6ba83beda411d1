import { expect, test } from 'vitest'
import { splitReferrer } from './referrer.ts'
import { readUserAgent } from './userAgent.server.ts'

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

const CHROME = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0'
test.each([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${CHROME} Safari/537.36 Edg/141.0.0.0`, 'desktop', 'Windows', 'Edge'],
  [`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${CHROME} Mobile Safari/537.36`, 'mobile', 'Android', 'Chrome'],
  [
    'Mozilla/5.0 (iPad; CPU OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1',
    ...['tablet', 'iOS', 'Safari'],
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'desktop', 'Linux', 'Firefox'],
])('%s is read as %s, %s, %s', (userAgent, device, os, browser) => {
  expect(readUserAgent(`${userAgent}`)).toEqual({ device, os, browser, isBot: false })
})
