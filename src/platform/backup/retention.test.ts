import { expect, test } from 'vitest'
import { DAY_MS } from '#values/time.ts'
import { backupName, backupTime, findOldBackups } from './retention.ts'

/** One a day at two in the night, newest last. 2026-11-30 is a Monday. */
const daily = (count: number, last = '2026-11-30T02:00:00Z') =>
  Array.from({ length: count }, (_, nth) =>
    backupName(new Date(Date.parse(last) - (count - 1 - nth) * DAY_MS).toISOString()),
  )

test('the newest of seven days and of four weeks are kept', () => {
  const names = daily(60)
  const old = findOldBackups(names, { days: 7, weeks: 4 })
  const kept = names.filter((name) => !old.includes(name)).map((name) => name.slice(15, 25))
  expect(kept).toEqual([
    // The Sundays of earlier weeks, and the last seven days.
    ...['2026-11-15', '2026-11-22', '2026-11-24', '2026-11-25', '2026-11-26'],
    ...['2026-11-27', '2026-11-28', '2026-11-29', '2026-11-30'],
  ])
})

test('several on one day are one, and days without any count as none', () => {
  const times = ['2026-03-01T01:00:00Z', '2026-06-01T01:00:00Z', '2026-06-01T05:00:00Z', '2026-11-01T01:00:00Z']
  const names = times.map(backupName)
  expect(findOldBackups(names, { days: 2, weeks: 0 })).toEqual([names[1], names[0]])
  expect(findOldBackups(names, { days: 3, weeks: 0 })).toEqual([names[1]])
})

test('nothing else in the folder is a backup', () => {
  const others = [
    '.unfinished-ab12',
    'notes.txt',
    'property-files-2026-11-19',
    'property-files-2026-11-19T02-00-00Z.old',
  ]
  expect(findOldBackups(others, { days: 1, weeks: 0 })).toEqual([])
  expect(backupTime('property-files-2026-11-19T02-03-04Z')).toEqual(new Date('2026-11-19T02:03:04Z'))
})
