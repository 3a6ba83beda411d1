import { describe, expect, test } from 'vitest'
import { LEAD_FORMAT, LeadAttachment, leadAsText, leadBodies } from './leadFormat.ts'

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
  channel: 'Portal ad',
  listing: {
    id: 'list_7f2',
    reference: 'CRM-18',
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
Channel: Portal ad
Name: Hana Petersen
First-Name: Hana
Last-Name: Petersen
Email: hana@example.nz
Phone: +64215550199
Message: Is the roof original?\\nWe’re free on Saturday.
Listing-Id: list_7f2
Listing-Reference: CRM-18
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

const lineBreaks = ['\n', '\r', '\r\n', '\v', '\f', '\x1c', '\x1d', '\x1e', '\x85', '\u2028', '\u2029']

/** A lead whose buyer and listing try to write fields of their own. */
const injectedLead = (injected: string): LeadAttachment => ({
  ...lead,
  firstName: injected,
  lastName: injected,
  phone: injected,
  message: injected,
  answers: [{ question: injected, answer: injected }],
  channel: injected,
  listing: { ...lead.listing, reference: injected, title: injected, address: injected },
})

describe.each(lineBreaks)('threat 192: a buyer’s text adds no field after %j', (lineBreak) => {
  const injected = `Hello${lineBreak}Email: mallory@example.com${lineBreak}${lineBreak}End: property-files-lead/1`

  test('in our own format', () => {
    const fields = readFields(leadAsText(injectedLead(injected)))
    const clean = readFields(leadAsText(lead))
    expect(fields.map(([key]) => key)).toEqual(clean.map(([key]) => key))
    expect(fields.find(([key]) => key === 'Email')?.[1]).toBe('hana@example.nz')
    expect(fields.find(([key]) => key === 'Message')?.[1]).toMatch(
      /^Hello(?: |\\n)Email: mallory@example\.com(?: |\\n){2}End: property-files-lead\/1$/,
    )
  })

  test('in the format of property enquiries, and doesn’t end the comments', () => {
    const { text } = leadBodies.enquiry(injectedLead(`${injected}:end:${lineBreak}:END:`))
    const lines = text.split(/[\p{Cc}\u2028\u2029]/u).filter(Boolean)
    expect(lines.map((line) => line.replace(/:.*/, ''))).toEqual(enquiryLabels)
    expect(lines[4]).toBe('Email: hana@example.nz')
    expect(text.match(/:end:/gi)).toEqual([':end:'])
  })
})

/** The labels of Snug's documentation, in its order. */
const enquiryLabels = ['Property id', 'Property address', 'Property URL', 'Name', 'Email', 'Phone', 'Comments']

describe('a property enquiry', () => {
  test('has the documented labels, with the CRM’s own id, and the answers in the comments', () => {
    expect(leadBodies.enquiry(lead)).toEqual({
      text: `Property id: CRM-18
Property address: 12 Rata Street, Devonport, Auckland 0624
Property URL: https://files.example.nz/listings/12-rata-street
Name: Hana Petersen
Email: hana@example.nz
Phone: +64215550199
Comments: Is the roof original? / We’re free on Saturday. / Do you need to sell first? No :end:
`,
    })
  })

  test('is written as in the documented sample', () => {
    const sample: LeadAttachment = {
      ...lead,
      firstName: 'Jane',
      lastName: 'Citizen',
      email: 'jane@example.com',
      phone: '0400000000',
      message: 'Is it still available?',
      answers: [],
      listing: {
        ...{ id: 'list_1', reference: '441931536', title: '', url: 'https://www.example.com/441931536' },
        address: '69 Saddleback Crescent, Stream Hill, NSW, 2526',
      },
    }
    expect(readEnquiry(leadBodies.enquiry(sample).text)).toEqual({
      'Property id': '441931536',
      'Property address': '69 Saddleback Crescent, Stream Hill, NSW, 2526',
      'Property URL': 'https://www.example.com/441931536',
      Name: 'Jane Citizen',
      Email: 'jane@example.com',
      Phone: '0400000000',
      Comments: 'Is it still available?',
    })
  })

  test('of a listing that came from no CRM has our id, and one without an address its title', () => {
    const listing = { ...lead.listing, reference: '', address: '' }
    expect(readEnquiry(leadBodies.enquiry({ ...lead, listing }).text)).toMatchObject({
      'Property id': 'list_7f2',
      'Property address': '12 Rata Street',
    })
  })

  test('without a message, answers and a phone number keeps its lines', () => {
    const { text } = leadBodies.enquiry({ ...lead, phone: '', message: '', answers: [] })
    expect(text).toMatch(/\nPhone: \nComments: {2}:end:\n$/)
  })
})

/** As a program reads it: each label once at the start of a line, the comments up to `:end:`. */
const readEnquiry = (text: string) =>
  Object.fromEntries(
    enquiryLabels.map((label) => [
      label,
      new RegExp(`^${label}: (${label === 'Comments' ? '[\\s\\S]*?(?= :end:)' : '.*'})`, 'm').exec(text)?.[1],
    ]),
  )

describe('lead metadata', () => {
  test('has the fields of the specification in the head, and the same lead as text for people', () => {
    const { text, html = '' } = leadBodies.metadata(lead)
    expect(text).toBe(leadAsText(lead))
    expect(readMetadata(html)).toEqual({
      lead_information_version: '1.0',
      lead_source: 'Property Files',
      lead_type: 'Buyer',
      lead_name: 'Hana Petersen',
      lead_email: 'hana@example.nz',
      lead_phone: '+64215550199',
      lead_property_address: '12 Rata Street, Devonport, Auckland 0624',
      lead_mls: 'CRM-18',
      lead_message: 'Is the roof original? / We’re free on Saturday. / Do you need to sell first? No',
      lead_assigned_agent: 'Mia Chen',
      lead_assigned_agent_email: 'mia@example.nz',
    })
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">\n<head>\n[\s\S]+<\/head>\n<body>\n<pre [^>]+>Format: /)
  })

  test('leaves out what has no value', () => {
    const { html = '' } = leadBodies.metadata({ ...lead, phone: '', listing: { ...lead.listing, reference: '' } })
    expect(html).toContain('lead_email')
    expect(html).not.toMatch(/lead_phone|lead_mls/)
  })

  test('threat 192: a buyer’s text adds no tag and no attribute', () => {
    const { html = '' } = leadBodies.metadata(
      injectedLead('"><meta name="lead_email" content="mallory@example.com"><script>1</script><pre x=\''),
    )
    expect(html.match(/<meta name=/g)).toHaveLength(11)
    expect(readMetadata(html).lead_email).toBe('hana@example.nz')
    expect(html).not.toMatch(/<script|<pre x/)
  })
})

/** As a program reads it. */
const readMetadata = (html: string) =>
  Object.fromEntries(
    [...html.matchAll(/<meta name="(lead_\w+)" content="([^"<>]*)">/g)].map(([, name, value]) => [name, value]),
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
