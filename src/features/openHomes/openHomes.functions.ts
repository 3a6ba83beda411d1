import { queryOptions } from '@tanstack/react-query'
import { createServerFn } from '@tanstack/react-start'
import { anyone, signedIn, subscribed } from '#platform/auth/accessMiddleware.ts'
import { queryKeys } from '#platform/serverFunctions/queryKeys.ts'
import {
  AddVisitorInput,
  CheckInPageInput,
  DoorDeviceInput,
  OpenHomeInput,
  OwnPhoneCheckIn,
  RemoveVisitorInput,
  SetCountInput,
  StartDoorInput,
} from './openHomes.schema.ts'
import { checkInOnOwnPhone as checkIn, readCheckInPage } from './server/checkInOnOwnPhone.server.ts'
import {
  endDoorDevice as end,
  listDoorDevices,
  revokeDoorDevice as revoke,
  startDoor as start,
} from './server/doorDevices.server.ts'
import { followUpVisitors as followUp } from './server/visitorLinks.server.ts'
import {
  addVisitor as add,
  readOpenHome,
  removeVisitor as remove,
  setUnnamedVisitors,
} from './server/visitors.server.ts'

export const startDoor = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(StartDoorInput)
  .handler(({ data, context }) => start(context.services, context.agent, data.openHomeId))

export const fetchDoorDevices = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(OpenHomeInput)
  .handler(({ data, context }) => listDoorDevices(context.db, context.agent, data.openHomeId))

export const endDoorDevice = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DoorDeviceInput)
  .handler(({ data, context }) => end(context.db, context.agent, data.id))

/** "I've lost this device". */
export const revokeDoorDevice = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(DoorDeviceInput)
  .handler(({ data, context }) => revoke(context.db, context.agent, data.id))

export const fetchOpenHome = createServerFn({ method: 'GET' })
  .middleware([signedIn])
  .validator(OpenHomeInput)
  .handler(({ data, context }) => readOpenHome(context.db, context.agent, data.openHomeId))

export const addVisitor = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(AddVisitorInput)
  .handler(({ data, context }) => add(context.services, context.agent, data))

export const removeVisitor = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(RemoveVisitorInput)
  .handler(({ data, context }) => remove(context.db, context.agent, data))

export const setVisitorCount = createServerFn({ method: 'POST' })
  .middleware([signedIn])
  .validator(SetCountInput)
  .handler(({ data, context }) => setUnnamedVisitors(context.db, context.agent, data))

/** The documents to everyone who came, in one tap. */
export const followUpVisitors = createServerFn({ method: 'POST' })
  .middleware([subscribed])
  .validator(OpenHomeInput)
  .handler(({ data, context }) => followUp(context.services, context.agent, data.openHomeId))

/** The page behind the QR code at the gate. */
export const fetchCheckInPage = createServerFn({ method: 'GET' })
  .middleware([anyone])
  .validator(CheckInPageInput)
  .handler(({ data, context }) => readCheckInPage(context.db, data.link))

export type CheckInPageData = Awaited<ReturnType<typeof fetchCheckInPage>>

export const checkInOnOwnPhone = createServerFn({ method: 'POST' })
  .middleware([anyone])
  .validator(OwnPhoneCheckIn)
  .handler(({ data, context }) => checkIn(context.services, data, context.clientIp))

export const openHomeQuery = (openHomeId: string) =>
  queryOptions({
    queryKey: queryKeys.openHomes.detail(openHomeId),
    queryFn: () => fetchOpenHome({ data: { openHomeId } }),
  })

export const doorDevicesQuery = (openHomeId: string) =>
  queryOptions({
    queryKey: queryKeys.openHomes.devices(openHomeId),
    queryFn: () => fetchDoorDevices({ data: { openHomeId } }),
  })

export const checkInPageQuery = (link: string) =>
  queryOptions({ queryKey: queryKeys.openHomes.checkIn(link), queryFn: () => fetchCheckInPage({ data: { link } }) })
