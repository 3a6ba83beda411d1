import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { readOrCreateSecret } from './readOrCreateSecret.server.ts'

describe('the secret of a start without APP_SECRET', () => {
  const temporaryFolder = () => {
    const folder = mkdtempSync(join(tmpdir(), 'secret-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    return folder
  }

  test('is generated once from 256 random bits, and only its owner can read it', () => {
    const folder = join(temporaryFolder(), 'data', 'here')
    const secret = readOrCreateSecret(folder)
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(readOrCreateSecret(folder)).toBe(secret)
    expect(readOrCreateSecret(temporaryFolder())).not.toBe(secret)
    expect(readFileSync(join(folder, 'secret'), 'utf8')).toBe(secret)
    expect(statSync(join(folder, 'secret')).mode & 0o7777).toBe(0o600)
    expect(statSync(folder).mode & 0o7777).toBe(0o755 & ~process.umask())
    expect(readdirSync(folder)).toEqual(['secret'])
  })

  test('that cannot be stored stops the start', () => {
    expect(() => readOrCreateSecret('/dev/null/data')).toThrow()
  })
})
