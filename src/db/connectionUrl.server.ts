import type pg from 'pg'

export interface DatabaseServer {
  host: string
  port: number
}

export interface ConnectionOptions extends pg.ClientConfig {
  /** Asked in this order; `host` and `port` are those of the first. */
  servers: DatabaseServer[]
  /** A server that only reads, such as a standby, is passed over. */
  needsPrimary: boolean
}

/** Says what is wrong in words that follow the name of the variable. Never has the URL in it, which has a password. */
class ConnectionUrlError extends Error {
  override name = 'ConnectionUrlError'
}

/** `postgres://login@servers/database?settings`. A URL as browsers know it has one host. */
const PARTS = /^postgres(?:ql)?:\/\/(?:(?<login>[^/?#]*)@)?(?<servers>[^/?#]*)(?<rest>[/?][^#]*)?$/

/**
 * Connection options from a URL as libpq reads it: several servers are separated by commas, each with its own port, and a folder as
 * `?host=` is a unix socket.
 */
export function connectionOptions(connectionUrl: string) {
  const { login = '', servers: listed = '', rest = '' } = PARTS.exec(connectionUrl)?.groups ?? refuse('is not valid')
  if (/@.*,/.test(login)) refuse('names a user twice: one user is before all hosts')
  const listedServers = listed.split(',')
  if (listedServers.length > 1 && listedServers.includes('')) refuse(EMPTY_HOST)
  const [url, ...others] = listedServers.map((server) => urlOf(login, server, rest))
  if (!url) throw new ConnectionUrlError('is not valid')
  const setting = (name: string) => url.searchParams.get(name) || undefined
  const hosts = setting('host')?.split(',') ?? [url, ...others].map(({ hostname }) => hostname)
  const ports = setting('port')?.split(',') ?? [url, ...others].map(({ port }) => port)
  const servers = combine(hosts, ports)
  const [first = refuse('is not valid')] = servers
  return {
    ...first,
    servers,
    needsPrimary: needsPrimary(setting('target_session_attrs'), servers.length),
    database: decodeURIComponent(url.pathname.slice(1)) || setting('dbname'),
    user: decodeURIComponent(url.username) || setting('user'),
    password: decodeURIComponent(url.password) || setting('password'),
    ssl: encryption(setting('sslmode')),
  } satisfies ConnectionOptions
}

/** What is wrong with a URL, if anything. */
export function findUrlProblem(connectionUrl: string) {
  try {
    connectionOptions(connectionUrl)
    return undefined
  } catch (error) {
    return error instanceof ConnectionUrlError ? error.message : 'is not valid'
  }
}

const EMPTY_HOST = 'has a comma without a host beside it'
const BAD_PORT = 'has a port that is not a number up to 65535'

function refuse(problem: string): never {
  throw new ConnectionUrlError(problem)
}

function urlOf(login: string, server: string, rest: string) {
  const text = `postgres://${login && `${login}@`}${server}${rest}`
  if (URL.canParse(text)) return new URL(text)
  const isAddress = /^[0-9a-f:]*::?[0-9a-f:]*$/i.test(server) && server.split(':').length > 2
  if (isAddress) return refuse('has an IPv6 address without brackets: write [2001:db8::1]:5432')
  return refuse(/:[^\]]*$/.test(server) ? BAD_PORT : 'is not valid')
}

function combine(hosts: string[], ports: string[]): DatabaseServer[] {
  if (hosts.length > 1 && hosts.includes('')) refuse(EMPTY_HOST)
  if (ports.length > 1 && ports.length !== hosts.length) refuse('has more or fewer ports than hosts')
  return hosts.map((host, nth) => ({
    host: host.replace(/^\[(.*)\]$/, '$1') || 'localhost',
    port: portNumber(ports[nth] ?? ports[0]),
  }))
}

function portNumber(port: string | undefined) {
  const number = Number(port || 5432)
  return Number.isInteger(number) && number > 0 && number < 65_536 ? number : refuse(BAD_PORT)
}

/** The application writes, so of several servers it always looks for the one that accepts that. */
function needsPrimary(wanted: string | undefined, servers: number) {
  if (wanted === 'read-write' || wanted === 'primary') return true
  if (wanted && (wanted !== 'any' || servers > 1))
    refuse('has a target_session_attrs other than read-write, which the application needs')
  return servers > 1
}

/** As in libpq, only `verify-ca` and `verify-full` check the server's certificate. */
function encryption(mode: string | undefined) {
  if (!mode || mode === 'disable') return false
  return { rejectUnauthorized: mode.startsWith('verify') }
}
