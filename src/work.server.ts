import { deliverMail } from '#platform/mailer.server.ts'
import type { Services } from '#platform/services.server.ts'
import { sweep } from '#platform/sweep.server.ts'

/** Every kind of background work the application knows. */
export const allJobs = [deliverMail, sweep]

export async function startWorking(services: Services) {
  const { jobs } = services
  await jobs.work(deliverMail, services)
  await jobs.work(sweep, services)
}
