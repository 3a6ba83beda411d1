import { describe, expect, test } from 'vitest'
import { connectionOptions, findUrlProblem } from './connectionUrl.server.ts'

describe('a database URL', () => {
  test('names one server, whatever it can do', () => {
    expect(connectionOptions('postgres://app:p%40ss@db.example.nz/files?sslmode=verify-full')).toEqual({
      ...{ host: 'db.example.nz', port: 5432, servers: [{ host: 'db.example.nz', port: 5432 }], needsPrimary: false },
      ...{ user: 'app', password: 'p@ss', database: 'files', ssl: { rejectUnauthorized: true } },
    })
  })

  test('names several servers as libpq does, of which the primary is wanted', () => {
    const url = 'postgresql://app:a,b@one.nz:5433,two.nz,[2001:db8::1]:5434/files?target_session_attrs=read-write'
    expect(connectionOptions(url)).toMatchObject({
      servers: [
        { host: 'one.nz', port: 5433 },
        { host: 'two.nz', port: 5432 },
        { host: '2001:db8::1', port: 5434 },
      ],
      ...{ needsPrimary: true, user: 'app', password: 'a,b', database: 'files' },
    })
    expect(connectionOptions('postgres://app@one,two/files').needsPrimary).toBe(true)
    expect(connectionOptions('postgres://app@one/files?target_session_attrs=primary').needsPrimary).toBe(true)
  })

  test('names servers and their ports as settings, of which a folder is a unix socket', () => {
    expect(connectionOptions('postgres:///files?host=%2Frun%2Fone,%2Frun%2Ftwo&port=5433,5434&user=app')).toMatchObject(
      {
        servers: [
          { host: '/run/one', port: 5433 },
          { host: '/run/two', port: 5434 },
        ],
        ...{ user: 'app', database: 'files' },
      },
    )
    expect(connectionOptions('postgres:///files?host=one,two&port=5433').servers).toEqual([
      { host: 'one', port: 5433 },
      { host: 'two', port: 5433 },
    ])
  })

  test.each([
    ['mysql://db/files', 'is not valid'],
    ['postgres://app@one,/files', 'has a comma without a host beside it'],
    ['postgres://app@one,,two/files', 'has a comma without a host beside it'],
    ['postgres://app@one:http,two/files', 'has a port that is not a number up to 65535'],
    ['postgres://app@one,two:70000/files', 'has a port that is not a number up to 65535'],
    ['postgres:///files?host=one,two&port=5432,no', 'has a port that is not a number up to 65535'],
    ['postgres:///files?host=one,two,three&port=5432,5433', 'has more or fewer ports than hosts'],
    ['postgres://app@2001:db8::1/files', 'has an IPv6 address without brackets: write [2001:db8::1]:5432'],
    ['postgres://app:a@one:5432,app:b@two:5432/files', 'names a user twice: one user is before all hosts'],
    [
      'postgres://app@one,two/files?target_session_attrs=any',
      'has a target_session_attrs other than read-write, which the application needs',
    ],
    [
      'postgres://app@one/files?target_session_attrs=standby',
      'has a target_session_attrs other than read-write, which the application needs',
    ],
  ])('%s %s', (url, problem) => {
    expect(findUrlProblem(url)).toBe(problem)
  })
})
