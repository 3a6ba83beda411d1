import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { proven, signedIn, signedInWithPayload } from '#platform/auth/accessMiddleware.ts'
import { requireProofBesidePassword } from '#platform/auth/proof.ts'
import { phoneForCaller } from '#platform/input/phone.server.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  AccountDeletion,
  AgentCardSettings,
  EmailChange,
  EmailConfirmationInput,
  EmailPreferences,
  PasswordChange,
  PhotoInput,
  Profile,
  ReadingRetention,
  SessionIdInput,
} from './accounts.schema.ts'
import {
  listSessions,
  revokeSession as revoke,
  revokeOtherSessions as revokeOthers,
} from './server/credentials/agentSessions.server.ts'
import {
  confirmEmailChange as confirmEmail,
  findPendingEmail,
  requestEmailChange as requestEmail,
} from './server/credentials/changeEmail.server.ts'
import { NO_PASSWORD } from './server/credentials/passwords/passwordHashing.server.ts'
import { changePassword as changeOwnPassword } from './server/credentials/passwords/setPassword.server.ts'
import { cancelAccountDeletion, scheduleAccountDeletion } from './server/deletion/deleteAccount.server.ts'
import { readLatestExport, requestExport as request } from './server/export/dataExport.server.ts'
import {
  readOwnAgencyName,
  readSettings,
  updateAgentCard,
  updateEmailPreferences,
  updatePhoto,
  updateProfile,
  updateReadingRetention,
} from './server/settings.server.ts'

export const fetchSettings = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(async ({ context: { db, agent } }) => ({
    ...(await readSettings(db, agent)),
    phone: phoneForCaller(agent.phone),
    agencyName: (await readOwnAgencyName(db, agent)).name,
    hasPassword: agent.password !== NO_PASSWORD,
    pendingEmail: await findPendingEmail(db, agent),
  }))

export const saveProfile = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(Profile)
  .handler(({ data, context }) => updateProfile(context.db, context.agent, data))

/** One text of up to 950,000 characters, and nothing else. */
const photoPayload = { maxBytes: 1_000_000, maxValues: 10 }

export const savePhoto = createServerFn({ method: 'POST' })
  .middleware([signedInWithPayload(photoPayload)])
  .validator(PhotoInput)
  .handler(async ({ data, context }) => {
    await updatePhoto(context.services, context.agent, data.photo)
  })

export const saveAgentCard = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AgentCardSettings)
  .handler(async ({ data, context }) => {
    await updateAgentCard(context.db, context.agent, data)
  })

export const saveEmailPreferences = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(EmailPreferences)
  .handler(async ({ data, context }) => {
    await updateEmailPreferences(context.db, context.agent, data.mutedEmails)
  })

export const saveReadingRetention = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(ReadingRetention)
  .handler(async ({ data, context }) => {
    await updateReadingRetention(context.db, context.agent, data)
  })

export const changePassword = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(PasswordChange)
  .handler(({ data, context }) => changeOwnPassword(context.services, context.agent, context.sessionHash, data))

export const requestEmailChange = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(EmailChange)
  .handler(({ data, context }) => {
    requireProofBesidePassword(context)
    return requestEmail(context.services, context.agent, data, context.clientIp)
  })

export const confirmEmailChange = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(EmailConfirmationInput)
  .handler(({ data, context }) => confirmEmail(context.services, context.agent, data.token, context.deviceHash))

export const fetchSessions = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => listSessions(context.db, context.agent, context.sessionHash))

export const revokeSession = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(SessionIdInput)
  .handler(({ data, context }) => revoke(context.db, context.agent, data.session))

export const revokeOtherSessions = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(async ({ context }) => {
    await revokeOthers(context.db, context.agent, context.sessionHash)
  })

export const requestExport = createServerFn({ method: 'POST' })
  .middleware([proven])
  .handler(({ context }) => request(context.services, context.agent))

export const fetchLatestExport = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .handler(({ context }) => readLatestExport(context.db, context.agent))

export const deleteAccount = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AccountDeletion)
  .handler(({ data, context }) => {
    requireProofBesidePassword(context)
    return scheduleAccountDeletion(context.services, context.agent, data.password)
  })

export const keepAccount = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .handler(({ context }) => cancelAccountDeletion(context.db, context.agent))

export const settingsQuery = queryOptions({ queryKey: queryKeys.settings, queryFn: () => fetchSettings() })
export const sessionsQuery = queryOptions({
  queryKey: queryKeys.sessions,
  queryFn: () => fetchSessions(),
  meta: { handled: true },
})
export const latestExportQuery = queryOptions({
  queryKey: queryKeys.latestExport,
  queryFn: () => fetchLatestExport(),
  meta: { handled: true },
})
export type Settings = Awaited<ReturnType<typeof fetchSettings>>
export type Session = Awaited<ReturnType<typeof fetchSessions>>[number]
export type LatestExport = NonNullable<Awaited<ReturnType<typeof fetchLatestExport>>>
