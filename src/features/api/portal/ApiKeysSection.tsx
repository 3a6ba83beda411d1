import { Anchor, Button } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { shortDate } from '#ui/format/dates.ts'
import { SectionBody, SectionCard, SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { apiScopeLabels } from '../../../values/apiScopes.ts'
import { apiKeysQuery, revokeApiKey } from '../apiKeys.functions.ts'
import type { ListedApiKey } from '../apiKeys.schema.ts'
import classes from './ApiKeysSection.module.css'
import { CreateApiKeyDialog } from './CreateApiKeyDialog.tsx'

/** The keys with which an agency's programs use the API. */
export function ApiKeysSection({ timeZone }: { timeZone: string }) {
  const { data: keys, isError, isFetching, refetch } = useQuery(apiKeysQuery)
  const [isCreating, { open, close }] = useDisclosure()
  return (
    <SectionCard
      id="api-keys"
      title="API keys"
      about={
        <>
          Let your CRM or website work with your agency’s data.{' '}
          <Anchor href="/developers" inherit underline="always">
            Read how
          </Anchor>
        </>
      }
      action={
        <Button variant="default" leftSection={<IconPlus {...icon} size={16} />} onClick={open}>
          Create key
        </Button>
      }
    >
      {keys ? (
        <KeyList keys={keys} timeZone={timeZone} />
      ) : isError ? (
        <SectionError what="your API keys" onRetry={refetch} busy={isFetching} />
      ) : (
        <SectionBody>
          <div className={classes.list} role="status" aria-label="Loading your API keys">
            <IconRowSkeleton />
          </div>
        </SectionBody>
      )}
      <CreateApiKeyDialog opened={isCreating} onClose={close} />
    </SectionCard>
  )
}

function KeyList({ keys, timeZone }: { keys: ListedApiKey[]; timeZone: string }) {
  if (keys.length === 0)
    return (
      <SectionBody>
        <p className={classes.empty}>
          No keys yet. Create one for each program, so that you can revoke it on its own. You’ll see here when each was
          last used.
        </p>
      </SectionBody>
    )
  return (
    <SectionBody>
      <ul className={classes.list}>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} timeZone={timeZone} />
        ))}
      </ul>
    </SectionBody>
  )
}

function KeyRow({ apiKey, timeZone }: { apiKey: ListedApiKey; timeZone: string }) {
  const { id, name, start, scopes, actsAs, lastUsedAt, expiresAt } = apiKey
  const queryClient = useQueryClient()
  const { mutate: revoke, isPending } = useMutation({
    mutationFn: () => revokeApiKey({ data: { id } }),
    onSuccess: () => showToast(`“${name}” revoked. Programs that use it no longer have access.`),
    // Even after an error, because a colleague may have revoked it.
    onSettled: () => queryClient.invalidateQueries(apiKeysQuery),
  })
  const isExpired = expiresAt !== null && expiresAt < new Date()
  return (
    <IconRow
      icon={<IconKey {...icon} />}
      title={
        <>
          <bdi className={classes.name}>{name}</bdi> <code className={classes.start}>{start}…</code>{' '}
          {isExpired && <Pill tone="attention">Expired</Pill>}
        </>
      }
      detail={
        <>
          <span className={classes.fact}>{scopes.map((scope) => apiScopeLabels[scope].label).join(', ')}</span>
          <span className={classes.fact}>
            Acts as <bdi>{actsAs.name}</bdi> ·{' '}
            {lastUsedAt ? (
              <>
                Last used <RelativeTime moment={lastUsedAt} timeZone={timeZone} />
              </>
            ) : (
              'Never used'
            )}{' '}
            · {expiresAt ? `${isExpired ? 'Expired' : 'Expires'} ${shortDate(expiresAt, timeZone)}` : 'Doesn’t expire'}
          </span>
        </>
      }
      action={
        <div className={classes.action}>
          <ConfirmPopover
            label="Revoke"
            accessibleLabel={`Revoke ${name}`}
            question={`Programs that use “${name}” lose access straight away. This can’t be undone.`}
            busy={isPending}
            onConfirm={revoke}
          />
        </div>
      }
    />
  )
}
