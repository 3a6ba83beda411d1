import { expect, onTestFinished, test, vi } from 'vitest'
import { runInRequestContext } from '../http/currentRequest.server.ts'
import { csvDownload, csvLines, csvTimeFormat } from './csvDownload.server.ts'

const request = { nonce: '', requestId: '', clientIp: '203.0.113.77', peer: '', reachedCall: false }
const columns = {
  Name: (row: { name: string; leads: number }) => row.name,
  Leads: (row: { leads: number }) => row.leads,
}

/** Fails when more than two pages are read. */
function twoPages() {
  let reads = 0
  return async (cursor: string | undefined) => {
    reads += 1
    if (reads > 2) throw new Error('There are only two pages.')
    return cursor
      ? { rows: [{ name: '=SUM(A1)', leads: 2 }], next: null }
      : {
          rows: [
            { name: 'Māori', leads: 1 },
            { name: 'b', leads: 0 },
          ],
          next: 'second',
        }
  }
}

test('a table is sent page by page, as a file with the agent’s date that is not cached', async () => {
  vi.useFakeTimers({ now: new Date('2026-03-01T13:00:00Z'), toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const response = runInRequestContext(request, () =>
    csvDownload(csvLines(columns, twoPages()), 'leads', 'Pacific/Auckland'),
  )
  expect(Object.fromEntries(response.headers)).toEqual({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="leads-2026-03-02.csv"',
    'cache-control': 'private, no-store',
  })
  const bytes = Buffer.from(await response.arrayBuffer())
  expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
  const [heading, ...rows] = bytes.subarray(3).toString('utf8').trimEnd().split('\r\n')
  expect(heading).toBe('Name,Leads')
  expect(rows).toHaveLength(3)
  expect(rows.slice(0, 2)).toEqual(['Māori,1', 'b,0'])
  expect(rows[2]).not.toMatch(/^=/)
})

test('times are in the given time zone, and sort as text', () => {
  expect(csvTimeFormat('Pacific/Auckland')(new Date('2026-03-02T09:05:00Z'))).toBe('2026-03-02 22:05')
})

test('downloads count towards the transfer limit of an IP address', () => {
  const ends: (() => void)[] = []
  onTestFinished(() => ends.forEach((end) => void end()))
  const context = { ...request, onClose: (listener: () => void) => void ends.push(listener) }
  const download = () =>
    runInRequestContext(context, () => csvDownload(csvLines(columns, twoPages()), 'leads', 'Pacific/Auckland'))
  for (let turn = 1; turn <= 100; turn++) void download().body?.cancel()
  expect(download).toThrow('Too many downloads')
})
