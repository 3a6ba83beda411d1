import { expect, test } from 'vitest'
import { LEAD_FORMAT, LeadAttachment, leadAsText } from './leadFormat.ts'

const lead: LeadAttachment = {
  format: LEAD_FORMAT,
  isTest: false,
  id: 'lead_4kq',
  receivedAt: '2026-11-18T08:50:23.000Z',
  firstName: 'Hana',
  lastName: 'Petersen',
  email: 'hana@example.nz',
  phone: '+64215550199',
  message: 'Is the roof original?\nWe’re free on Saturday.',
  answers: [{ question: 'Do you need to sell first?', answer: 'No' }],
  listing: {
    id: 'list_7f2',
    title: '12 Rata Street',
    address: '12 Rata Street, Devonport, Auckland 0624',
    url: 'https://files.example.nz/listings/12-rata-street',
  },
  agent: { name: 'Mia Chen', email: 'mia@example.nz' },
  url: 'https://files.example.nz/portal/leads?lead=lead_4kq',
}

/** As a program reads it: by lines, and the first colon ends the key. */
const readFields = (text: string) =>
  text
    .split(/[\p{Cc}\u2028\u2029]/u)
    .filter(Boolean)
    .map((line) => /^([A-Z][\w-]*): ?(.*)$/.exec(line)?.slice(1) ?? ['unreadable', line])

test('a lead is written as documented, one line for each field', () => {
  expect(leadAsText(lead)).toBe(`Format: property-files-lead/1
Test: no
Lead-Id: lead_4kq
Received: 2026-11-18T08:50:23.000Z
Source: Property Files
First-Name: Hana
Last-Name: Petersen
Email: hana@example.nz
Phone: +64215550199
Message: Is the roof original?\\nWe’re free on Saturday.
Listing-Id: list_7f2
Listing-Title: 12 Rata Street
Listing-Address: 12 Rata Street, Devonport, Auckland 0624
Listing-Url: https://files.example.nz/listings/12-rata-street
Agent-Name: Mia Chen
Agent-Email: mia@example.nz
Lead-Url: https://files.example.nz/portal/leads?lead=lead_4kq
Question-1: Do you need to sell first?
Answer-1: No
End: property-files-lead/1
`)
})

test('a field without a value keeps its line', () => {
  expect(leadAsText({ ...lead, phone: '', message: '' })).toContain('\nPhone: \nMessage: \nListing-Id: ')
})

test.each(['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029'])(
  'threat 192: a buyer’s text adds no field after %j',
  (lineBreak) => {
    const injected = `Hello${lineBreak}Email: mallory@example.com${lineBreak}${lineBreak}End: property-files-lead/1`
    const written = leadAsText({
      ...lead,
      firstName: injected,
      lastName: injected,
      phone: injected,
      message: injected,
      answers: [{ question: injected, answer: injected }],
      listing: { ...lead.listing, title: injected, address: injected },
    })
    const fields = readFields(written)
    const clean = readFields(leadAsText(lead))
    expect(fields.map(([key]) => key)).toEqual(clean.map(([key]) => key))
    expect(fields.find(([key]) => key === 'Email')?.[1]).toBe('hana@example.nz')
    expect(fields.find(([key]) => key === 'Message')?.[1]).toMatch(
      /^Hello(?: |\\n)Email: mallory@example\.com(?: |\\n){2}End: property-files-lead\/1$/,
    )
  },
)

test('an escaped line break and one that the buyer typed as letters are told apart', () => {
  const written = leadAsText({ ...lead, message: 'C:\\new\nline' })
  expect(written).toContain('\nMessage: C:\\\\new\\nline\n')
})

test('text that turns the reading direction, and other control characters, do not reach the line', () => {
  expect(leadAsText({ ...lead, firstName: 'Ha\u202ena\u0007\x1b' })).toContain('\nFirst-Name: Ha na\n')
})

test('the attachment has nothing but what is documented', () => {
  expect(LeadAttachment.parse(JSON.parse(JSON.stringify(lead)))).toEqual(lead)
  expect(LeadAttachment.safeParse({ ...lead, heat: 3 }).success).toBe(false)
})
