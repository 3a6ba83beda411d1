import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import {
  anyone,
  provenForSetup,
  signedIn,
  signedInForSetup,
  signedInOrLocked,
} from '#platform/auth/accessMiddleware.ts'
import {
  readPasskeyCookie,
  writeDeviceCookie,
  writePasskeyCookie,
  writeSessionCookie,
} from '#platform/auth/sessionCookie.server.ts'
import { hashToken, newToken } from '#platform/auth/sessions.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  addPasskey as add,
  beginPasskey as begin,
  createPassword as createOwnPassword,
  listPasskeys,
  removePasskey as remove,
  removePassword as removeOwnPassword,
  renamePasskey as rename,
} from '../server/credentials/passkeys/managePasskeys.server.ts'
import {
  beginPasskeyProof as beginProof,
  beginPasskeySignIn as beginSignIn,
  signInWithPasskey as signInWith,
} from '../server/credentials/passkeys/signInWithPasskey.server.ts'
import { currentSignInRequest } from '../server/credentials/signIn.server.ts'
import {
  CHALLENGE_MS,
  NewPasskey,
  PasskeyAssertion,
  PasskeyIdInput,
  PasskeyProof,
  PasskeyRename,
  PasswordCreation,
  PasswordOrPasskey,
} from './passkeys.schema.ts'

/** The challenge counts in this browser only: in one with the cookie that comes with it. */
export const beginPasskeySignIn = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .handler(async ({ context: { services, clientIp } }) => {
    const browser = readPasskeyCookie() || newToken()
    const options = await beginSignIn(services, hashToken(browser), clientIp)
    writePasskeyCookie(browser, CHALLENGE_MS / 1000)
    return options
  })

export const signInWithPasskey = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(PasskeyAssertion)
  .handler(async ({ data, context: { services, clientIp } }) => {
    const visit = currentSignInRequest(clientIp)
    writeSessionCookie(await signInWith(services, data, hashToken(readPasskeyCookie() ?? ''), visit))
    writeDeviceCookie(visit.deviceToken)
  })

export const fetchPasskeys = createServerFn({ method: 'GET' })
  .middleware([signedInForSetup])
  .handler(({ context }) => listPasskeys(context.db, context.agent))

/** A challenge for one of the agent's own passkeys, to prove that it is them. */
export const beginPasskeyProof = createServerFn({ method: 'POST' })
  .middleware([signedInOrLocked])
  .handler(({ context }) => beginProof(context.services, context))

export const beginPasskey = createServerFn({ method: 'POST' })
  .middleware([signedInForSetup])
  .validator(PasswordOrPasskey)
  .handler(({ data, context }) => begin(context.services, context, data))

export const addPasskey = createServerFn({ method: 'POST' })
  .middleware([signedInForSetup])
  .validator(NewPasskey)
  .handler(({ data, context }) => add(context.services, context, data, getRequestHeader('user-agent') ?? ''))

export const renamePasskey = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PasskeyRename)
  .handler(({ data, context }) => rename(context.db, context.agent, data.id, data.name))

export const removePasskey = createServerFn({ method: 'POST' })
  .middleware([provenForSetup])
  .validator(PasskeyIdInput)
  .handler(({ data, context }) => remove(context.services, context, data.id))

export const removePassword = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PasskeyProof)
  .handler(({ data, context }) => removeOwnPassword(context.services, context, data))

export const createPassword = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PasswordCreation)
  .handler(({ data: { newPassword, passkey }, context }) =>
    createOwnPassword(context.services, context, newPassword, { passkey }),
  )

export const passkeysQuery = queryOptions({
  queryKey: queryKeys.passkeys,
  queryFn: () => fetchPasskeys(),
  meta: { handled: true },
})
export type Passkey = Awaited<ReturnType<typeof fetchPasskeys>>[number]
