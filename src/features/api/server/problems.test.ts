import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { projectRoot } from '../../../platform/config/projectRoot.server.ts'
import { AppError, changedElsewhere, conflict, invalidInput } from '../../../platform/errors.ts'
import { apiProblems } from '../../../values/apiProblems.ts'
import { invalidParameters } from './operation.server.ts'
import { describeProblem } from './problems.server.ts'

const describeError = (error: AppError) => describeProblem('https://files.example.nz', error)

/** The name and status of every error that is made in a folder. */
const errorsIn = (folder: string) =>
  globSync(`${folder}/**/*.ts`, { cwd: projectRoot, exclude: ['**/*.test.ts'] }).flatMap((path) =>
    [...readFileSync(join(projectRoot, path), 'utf8').matchAll(/new AppError\(\s*'(\w+)',\s*(\d{3})/g)].map(
      ([, name = '', status]) => ({ name, status: Number(status) }),
    ),
  )

describe('a problem', () => {
  test('has the status and title of its type', () => {
    expect(describeError(conflict('This listing is archived.'))).toEqual({
      type: 'https://files.example.nz/developers#Conflict',
      title: apiProblems.Conflict.title,
      status: 409,
      detail: 'This listing is archived.',
    })
    expect(describeError(changedElsewhere())).toMatchObject({ status: 412, title: apiProblems.ChangedElsewhere.title })
  })

  test('points at fields of the body, and names parameters', () => {
    const fields = { 'openHomes.0.a/b': 'Wrong', data: 'Not readable' }
    expect(describeError(invalidInput(fields)).errors).toEqual([
      { pointer: '#/openHomes/0/a~1b', detail: 'Wrong' },
      { pointer: '#', detail: 'Not readable' },
    ])
    expect(describeError(invalidParameters({ limit: 'Too high' })).errors).toEqual([
      { parameter: 'limit', detail: 'Too high' },
    ])
  })

  test('of the API itself has a type of its own', () => {
    const made = errorsIn('src/features/api')
    expect(made.length).toBeGreaterThan(4)
    for (const { name, status } of made) expect(apiProblems, name).toMatchObject({ [name]: { status } })
  })

  test('from anywhere has a type that the page for developers describes, or one that its status describes', () => {
    const made = errorsIn('src')
    expect(made.length).toBeGreaterThan(50)
    for (const { name, status } of made) {
      const { type, title } = describeError(new AppError(name, status, 'Why'))
      const [, anchor] = type.split('https://files.example.nz/developers#')
      if (anchor) expect(Object.keys(apiProblems), name).toContain(anchor)
      else expect([type, title], name).toEqual(['about:blank', expect.stringMatching(/^[A-Z]/)])
    }
  })

  test('of another part of the application has the general type of its status', () => {
    expect(describeError(new AppError('SharingOff', 403, 'Why'))).toMatchObject({
      type: 'https://files.example.nz/developers#Forbidden',
      status: 403,
    })
  })
})
