import { Button, Menu } from '@mantine/core'
import { IconBan, IconExternalLink, IconMail } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { confirmProof } from '#features/accounts/secondFactor/secondFactor.functions.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import { showAndReportError } from '#platform/telemetry/browser/showAndReportError.ts'
import { FactsLine } from '#ui/display/FactsLine.tsx'
import { Pill } from '#ui/display/Pill.tsx'
import { copyLink } from '#ui/feedback/copyOrSaveText.ts'
import { showToast } from '#ui/feedback/toasts.tsx'
import { formatRelativeTime, useNow } from '#ui/format/elapsedTime.ts'
import { formatCount } from '#ui/format/format.ts'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { ActionsMenu } from '#ui/overlay/ActionsMenu.tsx'
import { ConfirmPopover } from '#ui/overlay/Dialog.tsx'
import { icon } from '#ui/theme/theme.ts'
import { deleteVendor, emailVendorLink, revokeVendor } from '../vendorSettings.functions.ts'
import type { Vendor, VendorSettings } from '../vendorSettings.schema.ts'
import classes from './VendorCard.module.css'

interface VendorPeopleProps {
  listingId: string
  people: Vendor[]
  timeZone: string
}

/** Who has a link, whether they have opened it, and the way to end it. */
export function VendorPeople({ listingId, people, timeZone }: VendorPeopleProps) {
  const actions = useVendorActions(listingId)
  return (
    <ul className={classes.people} aria-label="People with a link">
      {people.map((vendor) => (
        <li key={vendor.id} className={classes.person}>
          <div className={classes.who}>
            <p className={classes.name}>
              <bdi>{vendor.name}</bdi>
              <VendorPill vendor={vendor} />
            </p>
            <p className={classes.about}>
              <FactsLine facts={[vendor.email, <Opened key="opened" vendor={vendor} timeZone={timeZone} />]} />
            </p>
          </div>
          <div className={classes.actions}>
            {vendor.isRevoked ? (
              <RevokedActions vendor={vendor} actions={actions} />
            ) : (
              <>
                <LinkButton vendor={vendor} actions={actions} />
                <ActionsMenu itemName={vendor.name}>
                  {vendor.url !== null && (
                    <Menu.Item
                      component="a"
                      href={vendor.url}
                      target="_blank"
                      rel="noreferrer"
                      leftSection={<IconExternalLink {...icon} size={16} />}
                    >
                      Open the page
                    </Menu.Item>
                  )}
                  {vendor.email && (
                    <Menu.Item leftSection={<IconMail {...icon} size={16} />} onClick={() => actions.emailLink(vendor)}>
                      Email the link
                    </Menu.Item>
                  )}
                  <Menu.Item
                    leftSection={<IconBan {...icon} size={16} />}
                    onClick={() => actions.revoke({ ...vendor, isRevoked: true })}
                  >
                    Revoke the link
                  </Menu.Item>
                </ActionsMenu>
              </>
            )}
          </div>
        </li>
      ))}
    </ul>
  )
}

function VendorPill({ vendor: { isRevoked, isUnsubscribed } }: { vendor: Vendor }) {
  if (isRevoked) return <Pill tone="ended">Revoked</Pill>
  return isUnsubscribed && <Pill tone="attention">No weekly email</Pill>
}

/** "Opened 3 hours ago, on 4 days". */
function Opened({ vendor: { lastOpenedAt, opens }, timeZone }: { vendor: Vendor; timeZone: string }) {
  const now = useNow()
  if (!lastOpenedAt) return <span>Not opened yet</span>
  const days = opens > 1 ? `, on ${formatCount(opens, 'day')}` : ''
  return <span>{`Opened ${formatRelativeTime(lastOpenedAt, now, timeZone)}${days}`}</span>
}

type VendorActions = ReturnType<typeof useVendorActions>

interface VendorActionsProps {
  vendor: Vendor
  actions: VendorActions
}

/** Links of a listing that colleagues run are shown after a proof, all at once. */
function LinkButton({ vendor: { name, url }, actions }: VendorActionsProps) {
  return url === null ? (
    <Button
      variant="default"
      size="xs"
      aria-label={`Show ${name}’s link`}
      loading={actions.isShowing}
      onClick={() => actions.showLinks()}
    >
      Show link
    </Button>
  ) : (
    <Button variant="default" size="xs" aria-label={`Copy ${name}’s link`} onClick={() => void copyLink(url)}>
      Copy link
    </Button>
  )
}

const RevokedActions = ({ vendor, actions }: VendorActionsProps) => (
  <>
    <Button
      variant="default"
      size="xs"
      aria-label={`Restore ${vendor.name}’s link`}
      onClick={() => actions.restore({ ...vendor, isRevoked: false })}
    >
      Restore
    </Button>
    <ConfirmPopover
      label="Delete"
      accessibleLabel={`Delete ${vendor.name}`}
      question={`Delete ${vendor.name}, their link and the record of when they opened the report? This can’t be undone.`}
      onConfirm={() => actions.remove(vendor)}
    />
  </>
)

function useVendorActions(listingId: string) {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.vendors.settings(listingId)
  const invalidates = [{ queryKey }]
  const showChange = (change: (people: Vendor[]) => Vendor[]) =>
    queryClient.setQueryData<VendorSettings>(
      queryKey,
      (settings) => settings && { ...settings, people: change(settings.people) },
    )
  const setRevoked = {
    mutationFn: ({ id, isRevoked }: Vendor) => revokeVendor({ data: { id, isRevoked } }),
    queryKey,
    updateCache: (_: unknown, { id, isRevoked }: Vendor) =>
      showChange((people) => people.map((one) => (one.id === id ? { ...one, isRevoked } : one))),
    invalidates,
  }
  const restore = useOptimisticMutation<Vendor, unknown>({
    ...setRevoked,
    successMessage: ({ name }) => `${name}’s link works again.`,
  }).mutate
  const revoke = useOptimisticMutation<Vendor, unknown>({
    ...setRevoked,
    successMessage: ({ name }) => `${name}’s link no longer works.`,
    undo: (vendor) => () => restore({ ...vendor, isRevoked: false }),
  }).mutate
  const remove = useOptimisticMutation<Vendor, unknown>({
    mutationFn: ({ id }) => deleteVendor({ data: { id } }),
    queryKey,
    updateCache: (_, { id }) => showChange((people) => people.filter((one) => one.id !== id)),
    successMessage: ({ name }) => `${name} deleted.`,
    invalidates,
  }).mutate
  const emailLink = useMutation({
    mutationFn: ({ id }: Vendor) => emailVendorLink({ data: { id } }),
    onSuccess: (_, { name }) => showToast(`We’re emailing ${name} the link.`),
    onError: (error) => showAndReportError(error),
    meta: { handled: true },
  }).mutate
  const { mutate: showLinks, isPending: isShowing } = useMutation({
    mutationFn: () => confirmProof(),
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  })
  return { restore, revoke, remove, emailLink, showLinks, isShowing }
}
