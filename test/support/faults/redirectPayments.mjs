import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the application: what it asks of the payment provider goes to a port of this machine instead. */
const { request } = https
/** With the settings of the application's own one. */
let agent

https.request = (options, ...more) => {
  if (options.host !== 'api.stripe.com') return request(options, ...more)
  const { keepAlive, timeout } = options.agent.options
  agent ??= new http.Agent({ keepAlive, timeout })
  return http.request({ ...options, agent, host: '127.0.0.1', port: process.env.PROVIDER_PORT }, ...more)
}
syncBuiltinESMExports()
