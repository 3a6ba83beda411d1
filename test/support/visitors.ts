import { PASSWORD, signInAs } from './agents.ts'
import { call } from './call.ts'
import { TEST_SECRET } from './deployed.ts'
import { easyAnswer } from './easyAnswer.ts'
import { eventually } from './eventually.ts'
import { buyer } from './leadsDesk.ts'
import { newAddress, sendEvent, viewOf } from './visits.ts'

interface Home {
  id: string
  slug: string
  agent: { email: string }
}

/** Buyers and an agent who do what they do, each one thing after the other, until they are sent home. */
export async function inviteVisitors(url: string, home: Home) {
  const cookie = await signInAs(url, home.agent.email)
  const ask = (name: string, data: unknown, headers = {}) =>
    call(url, name, { method: 'POST', data, headers: { 'x-forwarded-for': newAddress(), ...headers } })
  const actions = {
    // The agent's own, which is made anew each time.
    page: () => fetch(`${url}/listings/${home.slug}?preview=true`, { headers: { cookie, accept: 'text/html' } }),
    event: () => sendEvent(url, { body: viewOf(home) }),
    async lead() {
      const data = { ...buyer(), listingId: home.id, turnstile: await easyAnswer(TEST_SECRET, 'lead') }
      return ask('submitLead', data)
    },
    leads: () => call(url, 'fetchLeads', { data: {}, headers: { cookie } }),
    upload: () => ask('getUploadUrl', { name: 'LIM.pdf', contentType: '', contentLength: '1000' }, { cookie }),
    signIn: () => ask('login', { email: home.agent.email, password: PASSWORD }),
  }
  const failures: string[] = []
  const answered: Record<string, number> = {}
  let isOver = false
  const visitors = Object.entries(actions).map(async ([name, action]) => {
    while (!isOver) {
      const status = await action().then(
        (answer) => answer.status,
        (error: Error) => error.message,
      )
      if (status !== 200 && status !== 204) failures.push(`${name}: ${status}`)
      answered[name] = (answered[name] ?? 0) + 1
    }
  })
  return {
    failures,
    /** Everybody has been answered twice more: the second thing was begun after this was asked. */
    async nextAnswers() {
      const before = { ...answered }
      const isAnswered = (name: string) => (answered[name] ?? 0) >= (before[name] ?? 0) + 2
      await eventually(() => Object.keys(actions).every(isAnswered))
    },
    async sendHome() {
      isOver = true
      await Promise.all(visitors)
    },
  }
}
