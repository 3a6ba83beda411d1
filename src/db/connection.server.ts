import type postgres from 'postgres'

/** postgres.js options from a connection URL; a folder as `?host=` is a unix socket, as in libpq. */
export function connectionOptions(connectionUrl: string) {
  const url = new URL(connectionUrl)
  const read = (name: string, part: string) => decodeURIComponent(part) || url.searchParams.get(name) || undefined
  const ssl = url.searchParams.get('sslmode')
  return {
    host: url.searchParams.get('host') ?? (url.hostname || 'localhost'),
    port: Number(url.port || 5432),
    database: read('dbname', url.pathname.slice(1)),
    username: read('user', url.username),
    password: read('password', url.password),
    ...(ssl && ssl !== 'disable' && { ssl: ssl as 'require' }),
    onnotice: () => {},
  } satisfies postgres.Options<Record<string, never>>
}
