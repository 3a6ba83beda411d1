import { afterAll, beforeAll } from 'vitest'
import { eventually } from '../eventually.ts'
import { type ScriptedSmtp, startScriptedSmtp } from './scriptedSmtp.ts'

/** A mail server for all tests of a file. Its address is known at once, so that an application can be given it. */
export function useSmtpServer(port: number) {
  let smtp: ScriptedSmtp
  beforeAll(async () => {
    smtp = await startScriptedSmtp(port)
  })
  afterAll(() => smtp.stop())
  const emailsTo = (address: string) =>
    smtp.received.map(({ mail }) => mail).filter(({ to }) => to?.some((one) => one.address === address))
  return {
    emailsTo,
    /** The newest mail to this address, once there are `count`. */
    mailTo: (address: string, count = 1) =>
      eventually(() => emailsTo(address).length >= count && emailsTo(address).at(-1)),
  }
}
