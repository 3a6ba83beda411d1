import { DAY_MS } from '#values/time.ts'

/** `property-files-2026-11-19T02-23-00Z` */
export const BACKUP_NAME = /^property-files-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z$/

export const backupName = (takenAt: string) => `property-files-${takenAt.slice(0, 19).replaceAll(':', '-')}Z`

export function backupTime(name: string) {
  const [, day, hours, minutes, seconds] = BACKUP_NAME.exec(name) ?? []
  return day ? new Date(`${day}T${hours}:${minutes}:${seconds}Z`) : undefined
}

interface Retention {
  days: number
  weeks: number
}

/** Of each of the last days and weeks that have a backup, the newest is kept. Returns those that are not, of any names. */
export function findOldBackups(names: string[], { days, weeks }: Retention): string[] {
  const backups = names
    .flatMap((name) => {
      const time = backupTime(name)
      return time ? [{ name, time }] : []
    })
    .toSorted((a, b) => b.time.getTime() - a.time.getTime())
  const kept = new Set([
    ...newestOfEach(backups, days, ({ time }) => time.toISOString().slice(0, 10)),
    ...newestOfEach(backups, weeks, ({ time }) => String(Math.floor((time.getTime() / DAY_MS + MONDAY) / 7))),
  ])
  return backups.map(({ name }) => name).filter((name) => !kept.has(name))
}

/** 1 January 1970 was a Thursday. */
const MONDAY = 3

interface Backup {
  name: string
  time: Date
}

function newestOfEach(newestFirst: Backup[], count: number, period: (backup: Backup) => string) {
  const found = new Map<string, string>()
  for (const backup of newestFirst) if (!found.has(period(backup))) found.set(period(backup), backup.name)
  return [...found.values()].slice(0, count)
}
