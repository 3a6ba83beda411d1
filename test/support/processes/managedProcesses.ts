import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { eventually } from '../eventually.ts'
import { rawRequest } from '../rawRequest.ts'
import type { RunningApp } from './app.ts'
import { childProcesses } from './processStats.ts'

type Program = 'web' | 'worker' | 'media'

/** The processes that an application has started and that run this program, or those of them with this argument. */
export const processesOf = (pid: number | undefined, program: Program, argument = '') =>
  childProcesses(pid ?? 0).filter((child) => {
    const line = commandLine(child)
    return line.includes(`dist/server/${program}.js`) && line.includes(argument)
  })

/** All processes that were started with this variable in their environment. */
export const processesWithSetting = (name: string, value: string) =>
  readdirSync('/proc')
    .map(Number)
    .filter((pid) => readAbout(pid, 'environ').split('\0').includes(`${name}=${value}`))

const commandLine = (pid: number) => readAbout(pid, 'cmdline')

function readAbout(pid: number, what: 'cmdline' | 'environ') {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    // It has ended since it was listed, or is none.
    return ''
  }
}

export async function whileStopped<T>(pid: number | undefined, act: () => Promise<T>): Promise<T> {
  if (!pid) throw new Error('There is no such process.')
  process.kill(pid, 'SIGSTOP')
  try {
    return await act()
  } finally {
    process.kill(pid, 'SIGCONT')
  }
}

const portOf = (app: RunningApp) => Number(new URL(app.url).port)

/** On a connection of its own: a process keeps the connections it has. */
export const requestAlone = (app: RunningApp, path: string, headers: Record<string, string> = {}) =>
  rawRequest({ port: portOf(app), path, headers: { host: 'localhost', ...headers } })

/** The id of the process that responds to a new connection. The log has it. */
export async function respondingProcess(app: RunningApp) {
  const { status, headers } = await requestAlone(app, '/healthz')
  if (status !== 200) throw new Error(`/healthz is ${status}`)
  const line = await eventually(() =>
    app
      .output()
      .split('\n')
      .find((one) => one.includes(`"requestId":"${headers['x-request-id']}"`)),
  )
  return (JSON.parse(line) as { pid: number }).pid
}

/** Sends all of a request but its last line, to the one of two processes that is not `other`. */
export const beginRequest = (app: RunningApp, other: number | undefined): Promise<Socket> =>
  whileStopped(other, async () => {
    const socket = connect(portOf(app), '127.0.0.1')
    await once(socket, 'connect')
    socket.write('GET /about HTTP/1.1\r\nHost: localhost\r\n')
    // Connections are accepted in their order, so this one comes second.
    await respondingProcess(app)
    return socket
  })

export async function finishRequest(socket: Socket) {
  socket.write('Connection: close\r\n\r\n')
  return Buffer.concat(await socket.toArray()).toString('utf8')
}
