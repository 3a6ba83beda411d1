/** All tables, for the query builder and the migration generator. Other code imports the table it needs. */

export * from './abuseProtection.ts'
export * from './accounts.ts'
export * from './audit.ts'
export * from './billing.ts'
export * from './disclosure.ts'
export * from './events.ts'
export * from './files.ts'
export * from './leads.ts'
export * from './listings.ts'
export * from './notifications.ts'
export * from './people.ts'
export * from './readings.ts'
