import { z } from 'zod'
import { formatCount } from '#ui/format/format.ts'
import { forbidden, invalidInput } from '../errors.ts'
import { html } from '../http/html.ts'
import { type FailedJob, listFailedJobs } from '../jobs/jobs.server.ts'
import { useServices } from '../services.server.ts'
import { developmentPage, timeElement } from './developmentPage.server.ts'

export async function jobListPage() {
  const failed = await listFailedJobs(useServices().database.db)
  return developmentPage(
    'Jobs',
    html`<h1>Failed jobs</h1>
<p class="quiet">Background jobs that failed too often, or with an error that a retry can’t fix. A job’s data isn’t shown.</p>
<div class="card">${failed.length > 0 ? failed.map(jobRow) : noFailedJobs}</div>`,
  )
}

const jobRow = ({ id, name, failedAt, tries, reason }: FailedJob) =>
  html`<form class="row" method="post" action="/dev/jobs"><span class="quiet">${timeElement(failedAt)}</span>
<span><strong>${name}</strong><br><span class="quiet">${formatCount(tries, 'attempt')}</span></span>
<span>${reason}<br><input type="hidden" name="id" value="${id}"><button>Try again</button></span></form>`

const noFailedJobs = html`<div class="empty"><p><strong>No failed jobs</strong></p>
<p class="quiet">Every job has finished or is being retried automatically.</p></div>`

const JobId = z.uuid()

export async function retryFailedJob(request: Request) {
  if (!isOwnForm(request)) throw forbidden('Use the button on this page.')
  const form = new URLSearchParams(await request.text())
  const id = JobId.safeParse(form.get('id'))
  if (!id.success) throw invalidInput({ id: 'Not the id of a job' })

  const { database, jobs } = useServices()
  const job = (await listFailedJobs(database.db)).find((failed) => failed.id === id.data)
  if (job) await jobs.boss.retry(job.name, job.id)
  return new Response(null, { status: 303, headers: { location: '/dev/jobs' } })
}

/** Browsers send `Sec-Fetch-Site` with a form; a request without it was not sent from our page. */
function isOwnForm(request: Request) {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  return request.headers.get('origin') === `http://${request.headers.get('host')}`
}
