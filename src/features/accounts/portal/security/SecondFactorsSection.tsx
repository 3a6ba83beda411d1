import { Button, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconDeviceMobile, IconKey, IconPlus } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { shortDate } from '#ui/format/dates.ts'
import { formatCount } from '#ui/format/format.ts'
import { SectionBody, SectionError } from '#ui/layout/SectionCard.tsx'
import { ConfirmPopover, Dialog } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import {
  createRecoveryCodes,
  type SecondFactors as Factors,
  removeAuthenticator,
  secondFactorsQuery,
} from '../../secondFactor/secondFactor.functions.ts'
import { MAX_AUTHENTICATORS } from '../../secondFactor/secondFactor.schema.ts'
import { SettingsSection } from '../settings/SettingsSection.tsx'
import { AddAuthenticatorDialog } from './AddAuthenticatorDialog.tsx'
import { RecoveryCodes } from './RecoveryCodes.tsx'
import classes from './SecondFactorsSection.module.css'

/** The authenticator apps of an account, and the codes for when the phone is lost. */
export function SecondFactorsSection({ timeZone }: { timeZone: string }) {
  const { data, isError, isFetching, refetch } = useQuery(secondFactorsQuery)
  const [isAdding, { open, close }] = useDisclosure()
  const has = data && data.authenticators.length > 0
  return (
    <SettingsSection
      id="second-step"
      action={
        data &&
        data.authenticators.length < MAX_AUTHENTICATORS && (
          <Button variant="default" leftSection={<IconPlus {...icon} size={16} />} onClick={open}>
            Add app
          </Button>
        )
      }
    >
      {data ? (
        has ? (
          <FactorList factors={data} timeZone={timeZone} />
        ) : (
          <SectionBody>
            <Text size="sm" c="dimmed">
              No authenticator app yet. Add one, such as Google Authenticator, Microsoft Authenticator or 1Password, and
              we’ll ask for a code from your phone after your password.
            </Text>
          </SectionBody>
        )
      ) : isError ? (
        <SectionError what="your authenticator apps" onRetry={refetch} busy={isFetching} />
      ) : (
        <div className={classes.list} role="status" aria-label="Loading your authenticator apps">
          <IconRowSkeleton />
        </div>
      )}
      <AddAuthenticatorDialog opened={isAdding} onClose={close} />
    </SettingsSection>
  )
}

function FactorList({ factors, timeZone }: { factors: Factors; timeZone: string }) {
  const { authenticators, recoveryCodesLeft } = factors
  return (
    <ul className={classes.list}>
      {authenticators.map((app) => (
        <AuthenticatorRow key={app.id} app={app} isLast={authenticators.length === 1} timeZone={timeZone} />
      ))}
      <RecoveryCodesRow left={recoveryCodesLeft} />
    </ul>
  )
}

interface AuthenticatorRowProps {
  app: Factors['authenticators'][number]
  isLast: boolean
  timeZone: string
}

function AuthenticatorRow({ app: { id, name, confirmedAt, lastUsedAt }, isLast, timeZone }: AuthenticatorRowProps) {
  const queryClient = useQueryClient()
  const { mutate: remove, isPending } = useMutation({
    mutationFn: () => removeAuthenticator({ data: { id } }),
    onSuccess: () => showToast(`“${name}” removed.${isLast ? ' We won’t ask for a code any more.' : ''}`),
    // Even after an error, because another tab may have removed it.
    onSettled: () => queryClient.invalidateQueries(secondFactorsQuery),
  })
  return (
    <IconRow
      icon={<IconDeviceMobile {...icon} />}
      title={<bdi className={classes.name}>{name}</bdi>}
      detail={
        <>
          {confirmedAt && `Added ${shortDate(confirmedAt, timeZone)}`}
          {lastUsedAt && (
            <>
              {' '}
              · Last used <RelativeTime moment={lastUsedAt} timeZone={timeZone} />
            </>
          )}
        </>
      }
      action={
        <ConfirmPopover
          label="Remove"
          accessibleLabel={`Remove ${name}`}
          question={
            isLast
              ? 'We won’t ask for a code any more, and your recovery codes stop working.'
              : `Codes from “${name}” stop working.`
          }
          busy={isPending}
          onConfirm={remove}
        />
      }
    />
  )
}

/** So many are too few. */
const FEW_CODES = 3

function RecoveryCodesRow({ left }: { left: number }) {
  const queryClient = useQueryClient()
  const [codes, setCodes] = useState<string[]>()
  const { mutate: create, isPending } = useMutation({
    mutationFn: () => createRecoveryCodes(),
    onSuccess: (created) => {
      setCodes(created)
      return queryClient.invalidateQueries(secondFactorsQuery)
    },
  })
  return (
    <>
      <IconRow
        icon={<IconKey {...icon} />}
        title={left === 0 ? 'No recovery codes left' : `${formatCount(left, 'recovery code')} left`}
        detail={
          left <= FEW_CODES
            ? 'Create new ones, so that you can sign in if you lose your phone.'
            : 'For when you don’t have your phone. Each one works once.'
        }
        action={
          <ConfirmPopover
            label="New codes"
            accessibleLabel="Create new recovery codes"
            question="Your earlier recovery codes stop working."
            busy={isPending}
            onConfirm={create}
          />
        }
      />
      <Dialog
        opened={codes !== undefined}
        onClose={() => setCodes(undefined)}
        title="New recovery codes"
        fullScreen="on phones"
      >
        {codes && <RecoveryCodes codes={codes} onDone={() => setCodes(undefined)} />}
      </Dialog>
    </>
  )
}
