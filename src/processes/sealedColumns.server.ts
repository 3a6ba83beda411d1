import { sql } from 'drizzle-orm'
import type { SealedColumn } from '#platform/secrets/reseal.server.ts'

const column = (
  name: string,
  purpose: SealedColumn['purpose'],
  table: string,
  value: string,
  key = '"id"',
): SealedColumn => ({
  ...{ name, purpose },
  table: sql.raw(`"${table}"`),
  key: sql.raw(key),
  value: sql.raw(`"${value}"`),
  set: sql.raw(`"${value}" = given.value`),
})

/** Everything that is stored sealed, besides the ends of records. A purpose that begins with `seal` belongs in this list. */
export const sealedColumns: SealedColumn[] = [
  {
    name: 'Emails and other jobs',
    purpose: 'mail',
    table: sql.raw('pgboss.job'),
    key: sql.raw('job.id::text'),
    value: sql.raw(`job.data->>'sealed'`),
    set: sql.raw(`data = jsonb_set(job.data, '{sealed}', to_jsonb(given.value))`),
  },
  column('Secrets of webhooks', 'webhook secret', 'webhook_endpoint', 'secret'),
  column('Earlier secrets of webhooks', 'webhook secret', 'webhook_endpoint', 'previousSecret'),
  column(
    'Responses of the API',
    'api response',
    'repeatable_request',
    'body',
    '"apiKeyId" || \' \' || repeatable_request."key"',
  ),
  column('Secrets of authenticator apps', 'authenticator secret', 'authenticator', 'sealedSecret'),
  column('Sign-ins at Google or Microsoft', 'identity request', 'identity_request', 'sealed', '"stateHash"'),
  column('Keys of certificates', 'signing key', 'signing_key', 'privateKey'),
  column('Keys for links from before', 'kept key', 'kept_key', 'sealed', '"purpose" || \' \' || "secretId"'),
]
