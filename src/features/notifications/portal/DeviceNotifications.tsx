import { Alert, Badge, Button, Group, NativeSelect } from '@mantine/core'
import { IconDeviceDesktop, IconDeviceMobile, IconDeviceTablet } from '@tabler/icons-react'
import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { canSubscribe, currentEndpoint, subscribe, unsubscribe } from '#platform/outbound/push/browserPush.ts'
import { IconRow, IconRowSkeleton } from '#ui/display/IconRow.tsx'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { showToast } from '#ui/feedback/toasts.tsx'
import { SwitchRow } from '#ui/form/SwitchRow.tsx'
import { SectionBody, SectionError } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { icon } from '#ui/theme/theme.ts'
import {
  addPushDevice,
  type PushSettings,
  pushSettingsQuery,
  removePushDevice,
  savePushPreferences,
  sendTestPush,
} from '../notifications.functions.ts'
import { PushKind, type PushPreferences, pushKinds } from '../notifications.schema.ts'
import classes from './DeviceNotifications.module.css'

/** The content of the settings section. */
export function DeviceNotifications({ timeZone }: { timeZone: string }) {
  const { data: settings, isError, isFetching, refetch } = useQuery(pushSettingsQuery)
  const endpoint = useCurrentEndpoint(settings)
  if (!settings)
    return isError ? <SectionError what="your devices" onRetry={refetch} busy={isFetching} /> : <IconRowSkeleton />
  const isThisDevice = settings.devices.some((device) => device.endpoint === endpoint)
  return (
    <>
      {!isThisDevice && <TurnOn publicKey={settings.publicKey} />}
      {settings.devices.length > 0 && (
        <>
          <ul className={classes.list}>
            {settings.devices.map((device) => (
              <DeviceRow key={device.id} device={device} isThis={device.endpoint === endpoint} timeZone={timeZone} />
            ))}
          </ul>
          <Preferences settings={settings} />
        </>
      )}
    </>
  )
}

/** Undefined until the browser has said it, and where it is not subscribed. */
function useCurrentEndpoint(settings: PushSettings | undefined) {
  const [endpoint, setEndpoint] = useState<string>()
  // Adding or removing a device changes the settings, too.
  useEffect(() => {
    if (settings) currentEndpoint(settings.publicKey).then(setEndpoint, () => setEndpoint(undefined))
  }, [settings])
  return endpoint
}

function TurnOn({ publicKey }: { publicKey: string }) {
  const queryClient = useQueryClient()
  const [isRefused, setRefused] = useState(false)
  const [isPossible, setPossible] = useState(true)
  useEffect(() => setPossible(canSubscribe()), [])
  const { mutate: turnOn, isPending } = useMutation({
    mutationFn: async () => {
      const device = await subscribe(publicKey)
      setRefused(!device)
      if (!device) return
      await addPushDevice({ data: device })
      await queryClient.invalidateQueries(pushSettingsQuery)
      showToast('Notifications are on for this device.')
    },
  })
  if (!isPossible)
    return (
      <SectionBody>
        <p className={classes.text}>
          This browser can’t show notifications. On an iPhone or iPad, add Property Files to your home screen first
          (Share, then Add to Home Screen), and open it from there.
        </p>
      </SectionBody>
    )
  return (
    <SectionBody>
      <Group justify="space-between" gap="md">
        <p className={classes.text}>Know about a new lead before you’ve opened your inbox.</p>
        <Button variant="default" onClick={() => turnOn()} loading={isPending}>
          Turn on for this device
        </Button>
      </Group>
      {isRefused && (
        <Alert color="yellow" mt="sm" role="alert">
          Your browser is blocking notifications from this site. Allow them in its site settings, then try again.
        </Alert>
      )}
    </SectionBody>
  )
}

const deviceIcons = { desktop: IconDeviceDesktop, phone: IconDeviceMobile, tablet: IconDeviceTablet }

interface DeviceRowProps {
  device: PushSettings['devices'][number]
  isThis: boolean
  timeZone: string
}

function DeviceRow({ device, isThis, timeZone }: DeviceRowProps) {
  const { id, createdAt } = device
  const queryClient = useQueryClient()
  const { mutate: turnOff, isPending } = useMutation({
    mutationFn: async () => {
      await removePushDevice({ data: { id } })
      if (isThis) await unsubscribe()
    },
    onSuccess: () => showToast(`Notifications are off for ${device.device}.`),
    // Even after an error, because the device may be gone already.
    onSettled: () => queryClient.invalidateQueries(pushSettingsQuery),
  })
  const { mutate: test, isPending: isTesting } = useMutation({
    mutationFn: () => sendTestPush({ data: { id } }),
    onSuccess: () => showToast('Test sent. It should appear within a few seconds.'),
  })
  const Icon = deviceIcons[device.kind]
  return (
    <IconRow
      icon={<Icon {...icon} />}
      title={
        <>
          {device.device}
          {isThis && (
            <Badge component="span" variant="outline" fw={500} size="sm" tt="none">
              This device
            </Badge>
          )}
        </>
      }
      detail={
        <>
          On since <RelativeTime moment={createdAt} timeZone={timeZone} />
        </>
      }
      action={
        <Group gap="xs">
          <Button variant="subtle" size="compact-sm" onClick={() => test()} loading={isTesting}>
            Send a test
          </Button>
          <Button
            variant="default"
            size="compact-sm"
            aria-label={`Turn off notifications for ${device.device}`}
            onClick={() => turnOff()}
            loading={isPending}
          >
            Turn off
          </Button>
        </Group>
      }
    />
  )
}

/** Half hours are fine enough. */
const clockTimes = Array.from({ length: 48 }, (_, half) => {
  const time = `${String(Math.floor(half / 2)).padStart(2, '0')}:${half % 2 ? '30' : '00'}`
  return { value: time, label: clockLabel(time) }
})

/** "9:30 pm" */
function clockLabel(time: string) {
  const [hours = 0, minutes] = time.split(':').map(Number)
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'am' : 'pm'}`
}

function Preferences({ settings: { mutedPushes, quietFrom, quietTo } }: { settings: PushSettings }) {
  const change = useChangePreferences({ mutedPushes, quietFrom, quietTo })
  return (
    <div className={classes.preferences}>
      {PushKind.options.map((kind) => (
        <SwitchRow
          key={kind}
          label={pushKinds[kind].title}
          description={pushKinds[kind].about}
          checked={!mutedPushes.includes(kind)}
          onChange={({ currentTarget }) => {
            const others = mutedPushes.filter((muted) => muted !== kind)
            change({ mutedPushes: currentTarget.checked ? others : [...others, kind] })
          }}
        />
      ))}
      <fieldset className={classes.quiet}>
        <legend>Quiet hours</legend>
        <Group gap="sm" align="flex-end">
          <NativeSelect
            label="From"
            data={clockTimes}
            value={quietFrom}
            onChange={({ currentTarget }) => change({ quietFrom: currentTarget.value })}
          />
          <NativeSelect
            label="To"
            data={clockTimes}
            value={quietTo}
            onChange={({ currentTarget }) => change({ quietTo: currentTarget.value })}
          />
        </Group>
        <p className={classes.text}>
          {quietFrom === quietTo
            ? 'Your devices get notifications at any time.'
            : 'Your devices stay silent in these hours, in your time zone. Emails still arrive.'}
        </p>
      </fieldset>
    </div>
  )
}

/** Saved one after another, so that the last change wins. */
function useChangePreferences(stored: PushPreferences) {
  const { mutate } = useOptimisticMutation<Partial<PushPreferences>, unknown>({
    scope: 'device notifications',
    mutationFn: (_changed, { client }) => savePushPreferences({ data: cachedPreferences(client) ?? stored }),
    queryKey: pushSettingsQuery.queryKey,
    updateCache: setCachedPreferences,
    rollback: (queryClient) => setCachedPreferences(queryClient, stored),
  })
  return mutate
}

const setCachedPreferences = (queryClient: QueryClient, changed: Partial<PushPreferences>) =>
  queryClient.setQueryData(pushSettingsQuery.queryKey, (settings: PushSettings | undefined) =>
    settings ? { ...settings, ...changed } : settings,
  )

function cachedPreferences(queryClient: QueryClient): PushPreferences | undefined {
  const settings = queryClient.getQueryData(pushSettingsQuery.queryKey)
  if (!settings) return undefined
  const { mutedPushes, quietFrom, quietTo } = settings
  return { mutedPushes, quietFrom, quietTo }
}
