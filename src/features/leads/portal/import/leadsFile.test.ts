import { describe, expect, test } from 'vitest'
import { guessColumns, parseLeads, readLeadsFile, readRows } from './leadsFile.ts'

const read = async (text: string) => {
  const table = await parseLeads(text)
  return readRows(table, guessColumns(table))
}

describe('a file of leads', () => {
  test('is read by its headings, whatever separates its cells', async () => {
    const mere = { firstName: 'Mere', lastName: 'Walker', email: 'mere@example.nz', phone: '021 555 0123', note: '' }
    for (const separator of [',', ';', '\t']) {
      const lines = [
        ['First Name', 'Surname', 'E-mail', 'Mobile phone'],
        ['Mere', 'Walker', 'Mere@Example.nz', '021 555 0123'],
      ]
      const text = lines.map((line) => line.join(separator)).join('\r\n')
      expect(await read(`\ufeff${text}`)).toEqual([{ line: 2, contact: mere, error: '' }])
    }
  })

  test('without headings is read by its contents, and a full name is split', async () => {
    const table = await parseLeads('mere@example.nz,021 555 0123,x\ntama@example.nz,09 555 0123,y')
    expect(guessColumns(table)).toEqual(['email', 'phone', ''])
    expect(table.firstLine).toBe(1)
    const names = ['Mere Te Ao Walker', '"Walker, Mere"', 'Mere']
    const contacts = await read(`Name,Email\n${names.map((name) => `${name},a@example.nz`).join('\n')}`)
    expect(contacts.map(({ contact: { firstName, lastName } }) => [firstName, lastName])).toEqual([
      ['Mere Te Ao', 'Walker'],
      ['Mere', 'Walker'],
      ['Mere', ''],
    ])
  })

  test('says for each row what is wrong with it', async () => {
    const rows = await read(
      'Name,Email,Phone,Note\n,a@example.nz,,\nMere,,,\nTama,not an address,,\nHana,,0215550123,"two\nlines"',
    )
    expect(rows.map(({ line, error }) => [line, error])).toEqual([
      [2, 'Please enter a name'],
      [3, 'Please enter a phone number or an email address'],
      [4, 'Please enter a valid email address'],
      [5, ''],
    ])
    expect(rows[3]?.contact.note).toBe('two\nlines')
  })

  test('from Windows keeps its accents', async () => {
    const bytes = new Uint8Array([0x52, 0x65, 0x6e, 0xe9, 0x65])
    expect(await readLeadsFile(new Blob([bytes]))).toBe('Renée')
    expect(await readLeadsFile(new Blob(['Tāne']))).toBe('Tāne')
  })
})

test('a buyer who is in the file twice is imported once, whichever contact is the same', async () => {
  const rows = await read(
    'Name,Email,Phone\nMere,mere@example.nz,021 555 0123\nMere W,MERE@example.nz,\nTom,,(021) 5550123\nAna,ana@example.nz,',
  )
  expect(rows.map(({ error }) => error)).toEqual(['', 'The same buyer as row 2', 'The same buyer as row 2', ''])
})

describe('a hostile file', () => {
  test('threat 121: of 100 MB is refused without being read', async () => {
    const huge = { size: 100_000_000, arrayBuffer: () => Promise.reject(new Error('was read')) } as unknown as Blob
    await expect(readLeadsFile(huge)).rejects.toThrow('larger than 5 MB')
    await expect(parseLeads('a'.repeat(5_000_001))).rejects.toThrow('more than 5 MB')
  })

  test('threat 121: with NUL bytes or of another format is refused', async () => {
    for (const text of ['Name,Email\nMe\0re,a@example.nz', 'PK\u0003\u0004 a spreadsheet'])
      await expect(parseLeads(text)).rejects.toThrow('isn’t a CSV file')
  })

  test('threat 121: with one endless line, an endless cell or an unclosed quote ends in an error beside its row', async () => {
    await expect(parseLeads('a,'.repeat(1_000_000))).rejects.toThrow('too many columns')
    expect((await read(`Name,Email\n${'x'.repeat(1_000_000)},a@example.nz`))[0]?.error).toContain(
      'at most 60 characters',
    )
    const [unclosed] = await read(`Name,Note,Email\n"Mere,${'x\n'.repeat(5_000)}`)
    expect(unclosed?.error).not.toBe('')
  })

  test('threat 121: with too many rows, or none, is refused', async () => {
    await expect(parseLeads(`Name\n${'Mere\n'.repeat(2_001)}`)).rejects.toThrow('more than 2,000 rows')
    expect(await read(`Name\n${'Mere\n'.repeat(2_000)}`)).toHaveLength(2_000)
    for (const text of ['', '\n\n', 'Name,Email']) await expect(parseLeads(text)).rejects.toThrow('no rows')
  })

  test('threat 121: with markup or a link for a name gets an error, and elsewhere it stays text', async () => {
    const rows = await read(
      'Name,Email,Note\nwww.example.com,a@example.nz,\n<b>Mere</b>,b@example.nz,\nMere,c@example.nz,<script>',
    )
    expect(rows.map(({ error }) => error !== '')).toEqual([true, true, false])
    expect(rows[2]?.contact.note).toBe('<script>')
  })
})
