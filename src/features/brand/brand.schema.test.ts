import { expect, test } from 'vitest'
import { BrandFormValues, normaliseWebsite } from './brand.schema.ts'

const fields = {
  name: 'Harbour & Hill',
  legalLine: 'Licensed REAA 2008',
  website: '',
  colour: '',
  officeEmail: '',
  emailText: '',
  privacyText: '',
}
const errorsOf = (change: Partial<typeof fields>) =>
  BrandFormValues.safeParse({ ...fields, ...change }).error?.issues.map(({ path }) => path.join('.')) ?? []

test.each([
  ['harbour.example', 'https://harbour.example'],
  ['https://www.Harbour.example/', 'https://www.harbour.example'],
  ['harbour.example:8443/team?a=1#top', 'https://harbour.example:8443/team?a=1'],
  ['', ''],
])('the website %j is stored as %j', (typed, stored) => {
  expect(normaliseWebsite(typed)).toBe(stored)
  expect(BrandFormValues.parse({ ...fields, website: ` ${typed} ` }).website).toBe(stored)
})

test.each([
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)//harbour.example',
  'data:text/html,<script>alert(1)</script>',
  'http://harbour.example',
  'https://mia:secret@harbour.example',
  'https://localhost',
  'harbour',
  'https://',
  'mailto:mia@harbour.example',
])('threat 152: %j is no website', (website) => {
  expect(errorsOf({ website })).toEqual(['website'])
})

test('threat 152: a website is stored as a URL, in which no markup is left', () => {
  const website = 'https://harbour.example/"><script>alert(1)</script>'
  expect(BrandFormValues.parse({ ...fields, website }).website).toBe(
    'https://harbour.example/%22%3E%3Cscript%3Ealert(1)%3C/script%3E',
  )
})

test('a colour is stored in one spelling, and is six digits or nothing', () => {
  expect(BrandFormValues.parse({ ...fields, colour: ' 1E4A86 ' }).colour).toBe('#1e4a86')
  expect(BrandFormValues.parse(fields).colour).toBe('')
  for (const colour of ['#fff', 'navy', '#1e4a86;color:red', '#1e4a8g'])
    expect(errorsOf({ colour })).toEqual(['colour'])
})

test('threat 153: a name and a legal line are one line that cannot turn the text around it', () => {
  for (const text of ['Harbour\r\nBcc: everyone@example.nz', 'Harbour\u2028Hill', 'Harbour \u202eevil'])
    expect([errorsOf({ name: text }), errorsOf({ legalLine: text })]).toEqual([['name'], ['legalLine']])
})

test('threat 153: the text at the end of emails has no link', () => {
  for (const emailText of [
    'See www.evil.example',
    'Pay at evil.example/now',
    'Write to a@evil.example',
    'https://evil',
  ])
    expect(errorsOf({ emailText })).toEqual(['emailText'])
  expect(errorsOf({ emailText: 'Call us 24/7.\nWe never email bank details and/or account numbers.' })).toEqual([])
})

test('an agency has a name', () => {
  expect(errorsOf({ name: '  ' })).toEqual(['name'])
})
