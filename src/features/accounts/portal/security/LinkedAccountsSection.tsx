import { Box, Text } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { shortDate } from '#ui/format/dates.ts'
import { SectionBody, SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { providerNames } from '#values/identityProviders.ts'
import { IdentityButtons, ProviderMark, useIdentityProviders } from '../../identities/IdentityButtons.tsx'
import {
  beginIdentityLink,
  type Identity,
  identitiesQuery,
  removeIdentity,
} from '../../identities/identities.functions.ts'
import type { ProviderVisitResult } from '../../providerVisitResult.ts'
import { ProviderVisitNotice } from '../../public/ProviderVisitNotice.tsx'
import { sessionsQuery } from '../../settings.functions.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'
import classes from './PasskeysSection.module.css'

interface LinkedAccountsSectionProps {
  timeZone: string
  /** The browser has just come back from a provider. */
  visit: ProviderVisitResult
  onVisitSeen: () => void
}

/** Google and Microsoft. Not shown where nobody can sign in with them. */
export function LinkedAccountsSection({ timeZone, visit, onVisitSeen }: LinkedAccountsSectionProps) {
  const providers = useIdentityProviders()
  const { data: identities, isError, isFetching, refetch } = useQuery(identitiesQuery)
  return (
    <SettingsSection id="linked-accounts">
      {visit.outcome && (
        <SectionBody>
          <ProviderVisitNotice {...visit} onClose={onVisitSeen} />
        </SectionBody>
      )}
      <SectionBody>
        {identities ? (
          <IdentityList identities={identities} timeZone={timeZone} />
        ) : isError ? (
          <SectionError what="your linked accounts" onRetry={refetch} busy={isFetching} />
        ) : (
          <div className={classes.list} role="status" aria-label="Loading your linked accounts">
            <IconRowSkeleton />
          </div>
        )}
      </SectionBody>
      <SectionBody>
        <Box maw={240}>
          <IdentityButtons
            size="sm"
            verb="Link"
            providers={providers}
            begin={(provider) => beginIdentityLink({ data: { provider } })}
          />
        </Box>
      </SectionBody>
    </SettingsSection>
  )
}

function IdentityList({ identities, timeZone }: { identities: Identity[]; timeZone: string }) {
  if (identities.length === 0)
    return (
      <Text size="sm" c="dimmed">
        Nothing linked yet. Link an account you already use, and sign in with it.
      </Text>
    )
  return (
    <ul className={classes.list}>
      {identities.map((identity) => (
        <IdentityRow key={identity.id} identity={identity} timeZone={timeZone} />
      ))}
    </ul>
  )
}

function IdentityRow({ identity, timeZone }: { identity: Identity; timeZone: string }) {
  const { id, provider, email, createdAt, lastUsedAt } = identity
  const queryClient = useQueryClient()
  const name = providerNames[provider]
  const { mutate: remove, isPending } = useMutation({
    mutationFn: () => removeIdentity({ data: { id } }),
    onSuccess: async () => {
      showToast(`${name} unlinked. We’ve signed out your other devices.`)
      await queryClient.invalidateQueries(sessionsQuery)
    },
    // Even after an error, because it may have been removed elsewhere.
    onSettled: () => queryClient.invalidateQueries(identitiesQuery),
  })
  return (
    <IconRow
      icon={<ProviderMark provider={provider} />}
      title={<bdi className={classes.name}>{email || name}</bdi>}
      detail={
        <>
          {name} · Linked {shortDate(createdAt, timeZone)} ·{' '}
          {lastUsedAt ? (
            <>
              Last used <RelativeTime moment={lastUsedAt} timeZone={timeZone} />
            </>
          ) : (
            'Not used yet'
          )}
        </>
      }
      action={
        <ConfirmPopover
          label="Unlink"
          accessibleLabel={`Unlink ${name} ${email}`}
          question={`It won’t sign you in any more, and we’ll sign out your other devices.`}
          busy={isPending}
          onConfirm={remove}
        />
      }
    />
  )
}
