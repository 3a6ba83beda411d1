import { beforeAll, describe, expect, test } from 'vitest'
import { useDeployedApp } from './support/deployed.ts'
import { addHome, addLead } from './support/leads.ts'
import { signedInAgent } from './support/settings.ts'

const parts = useDeployedApp()
let mine: Awaited<ReturnType<typeof signedInAgent>>
let home: string
beforeAll(async () => {
  mine = await signedInAgent(parts, { subscriptionActive: false })
  home = await addHome(parts.database.db, mine.agent.id)
})

const fetchCsv = (query = '', cookie = mine.cookie) =>
  fetch(`${parts.url}/portal/leads.csv${query}`, { headers: { cookie }, redirect: 'manual' })
const linesOf = async (query = '') => {
  // Not `text()`, which would swallow the byte order mark.
  const text = Buffer.from(await (await fetchCsv(query)).arrayBuffer()).toString('utf8')
  return text.trimEnd().split('\r\n')
}

describe('leads as a table', () => {
  test('come to their agent only, without a subscription too, and harm no spreadsheet', async () => {
    const { db } = parts.database
    const rival = await signedInAgent(parts)
    await addLead(db, await addHome(db, rival.agent.id), { firstName: 'Another’s' })
    const createdAt = new Date('2026-03-14T11:30:00Z')
    await addLead(db, home, {
      firstName: '=cmd()',
      lastName: 'Ngā, "N"',
      note: '@sum',
      email: 'n@example.nz',
      createdAt,
    })

    const answer = await fetchCsv()
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="leads-\d{4}-\d\d-\d\d\.csv"$/)
    expect(answer.headers.get('cache-control')).toContain('no-store')
    expect(await linesOf()).toEqual([
      '\ufeffFirst name,Last name,E-mail,Phone,Listing,Status,Note,Your note,Opened files,Last seen,Received',
      `'=cmd(),"Ngā, ""N""",n@example.nz,'+64215550123,12 Rata Street,new,'@sum,,0,2026-03-15 00:30,2026-03-15 00:30`,
    ])
  })

  test('are sent on to sign in without a session', async () => {
    const { status, headers } = await fetchCsv('', '')
    expect([status, headers.get('location')]).toEqual([302, '/login?from=%2Fportal%2Fleads.csv'])
  })

  test('are filtered like the list; what is no filter is 400', async () => {
    await addLead(parts.database.db, home, { firstName: 'Tama', status: 'offer' })
    expect(await linesOf('?status=offer&sort=name')).toHaveLength(2)
    expect(await linesOf('?search=nobody')).toHaveLength(1)
    for (const query of [
      '?limit=-1',
      '?cursor=x',
      '?status=sold',
      '?sort=userId',
      '?from=soon',
      '?search=%00',
      '?userId=usr_1',
    ])
      expect([query, (await fetchCsv(query)).status]).toEqual([query, 400])
  })

  test('come whole, however many there are', async () => {
    const { sql } = parts.database
    await sql`insert into lead (id, "firstName", "lastName", email, phone, note, "listingId", "createdAt")
      select 'lead_many' || n, 'Many', n::text, n || '@many.example', '+64215550123', 'Hello', ${home}, now()
      from generate_series(1, 2345) n`
    const lines = await linesOf('?search=many&sort=oldest')
    expect(new Set(lines.slice(1).map((line) => line.split(',')[1])).size).toBe(2345)
    expect(lines).toHaveLength(2346)
  })
})
