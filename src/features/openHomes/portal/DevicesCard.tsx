import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '#ui/display/RelativeTime.tsx'
import { formatCount } from '#ui/format/format.ts'
import { SectionCard } from '#ui/layout/SectionCard.tsx'
import { useOptimisticMutation } from '#ui/mutation/useOptimisticMutation.ts'
import { doorDevicesQuery, endDoorDevice, revokeDoorDevice } from '../openHomes.functions.ts'
import type { ListedDoorDevice } from '../server/doorDevices.server.ts'
import classes from './OpenHomePage.module.css'

/** The phones and tablets at the door, and what they still have. */
export function DevicesCard({ openHomeId, timeZone }: { openHomeId: string; timeZone: string }) {
  const query = doorDevicesQuery(openHomeId)
  const { data: devices = [] } = useQuery(query)
  const change = { queryKey: query.queryKey, invalidates: [query] }
  const mark = (id: string, marks: Partial<ListedDoorDevice>) => (all: ListedDoorDevice[] | undefined) =>
    all?.map((one) => (one.id === id ? { ...one, ...marks } : one))
  const { mutate: end } = useOptimisticMutation<ListedDoorDevice, void>({
    ...change,
    mutationFn: ({ id }) => endDoorDevice({ data: { id } }),
    updateCache: (queryClient, { id }) => queryClient.setQueryData(query.queryKey, mark(id, { endedAt: new Date() })),
    successMessage: () => 'The device can’t check in anyone else. It still sends the check-ins it has.',
  })
  const { mutate: revoke } = useOptimisticMutation<ListedDoorDevice, void>({
    ...change,
    mutationFn: ({ id }) => revokeDoorDevice({ data: { id } }),
    updateCache: (queryClient, { id }) => queryClient.setQueryData(query.queryKey, mark(id, { revokedAt: new Date() })),
    successMessage: () => 'The device can’t check anyone in any more.',
  })
  if (devices.length === 0) return null
  return (
    <SectionCard
      title="Devices at the door"
      about="A device can only add visitors. If you’ve lost one, stop it here. Check-ins it hasn’t sent yet won’t be accepted."
    >
      <ul className={classes.list} aria-label="Devices at the door">
        {devices.map((device) => (
          <li key={device.id} className={classes.device}>
            <div>
              <p>
                Started by <bdi>{device.startedBy}</bdi> <RelativeTime moment={device.createdAt} timeZone={timeZone} />
              </p>
              <p className={classes.arrived}>{describeDevice(device)}</p>
            </div>
            {!device.revokedAt && (
              <div className={classes.buttons}>
                {!device.endedAt && (
                  <Button variant="default" size="xs" onClick={() => end(device)}>
                    End check-in
                  </Button>
                )}
                <Button variant="default" size="xs" onClick={() => revoke(device)}>
                  I’ve lost this device
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </SectionCard>
  )
}

function describeDevice({ entries, waiting, revokedAt, endedAt }: ListedDoorDevice) {
  const state = revokedAt ? 'Stopped: lost' : endedAt ? 'Ended' : 'Ready'
  const sent = `${formatCount(entries, 'check-in')} received`
  return [state, sent, waiting > 0 && !revokedAt ? `${waiting} still on the device` : ''].filter(Boolean).join(' · ')
}
