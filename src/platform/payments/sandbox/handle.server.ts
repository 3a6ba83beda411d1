import { answerApi, answerControl, broken, notAnOperation } from './api.server.ts'
import { catchUp } from './clock.server.ts'
import type { Call, Handle } from './http.server.ts'
import { answerPage, notAPage } from './pages/page.server.ts'
import { findRoute, type Parts } from './router.server.ts'

/** Answers one request. Whatever it changed is on the disk before the answer, and on its way to the application after. */
export const createHandle =
  (parts: Parts): Handle =>
  async (call) => {
    const { sandbox, requests, save, webhooks, report } = parts
    if (call.path.startsWith('/v1/')) requests.add(call)
    try {
      catchUp(sandbox)
      const answer = await route(parts, call)
      if (call.method !== 'GET') await save()
      return answer
    } catch (error) {
      report('A request to the payment sandbox failed', error)
      return broken(call)
    } finally {
      webhooks.wake()
    }
  }

function route(parts: Parts, call: Call) {
  const found = findRoute(call.method, call.path)
  if (!found) return call.path.startsWith('/v1/') ? notAnOperation(call) : notAPage()
  const { target, id } = found
  if (target.kind === 'operation') return answerApi(parts, call, target.run, id)
  if (target.kind === 'control') return answerControl(parts.sandbox, call, (input) => target.run(parts, input, id))
  return answerPage(parts.sandbox, call, target.run, id)
}
