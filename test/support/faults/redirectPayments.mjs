import http from 'node:http'
import https from 'node:https'
import { syncBuiltinESMExports } from 'node:module'

/** Loaded before the application: what it asks of the payment provider goes to a port of this machine instead. */
const { request } = https
const agent = new http.Agent({ keepAlive: true })

https.request = (options, ...more) =>
  options.host === 'api.stripe.com'
    ? http.request({ ...options, agent, host: '127.0.0.1', port: process.env.PROVIDER_PORT }, ...more)
    : request(options, ...more)
syncBuiltinESMExports()
