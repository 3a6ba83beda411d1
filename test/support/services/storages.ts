import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { serve } from 'srvx'
import { afterAll, beforeAll, describe } from 'vitest'
import { parseEnv } from '../../../src/platform/config/env.server.ts'
import { respondWithFile } from '../../../src/platform/http/handleRequest.server.ts'
import { clientIpFinder } from '../../../src/platform/http/ipAddresses.server.ts'
import { securityHeaders } from '../../../src/platform/http/securityHeaders.server.ts'
import { createStorage } from '../../../src/platform/storage/createStorage.server.ts'
import type { Storage } from '../../../src/platform/storage/storage.ts'
import { createLog } from '../../../src/platform/telemetry/log.server.ts'
import { isLong } from '../longRun.ts'
import { TEST_SECRET } from '../processes/app.ts'
import { openTestS3 } from '../servers/s3/openTestS3.ts'
import { temporaryFolder } from '../temporaryFolder.ts'
import { createUploader } from '../uploader.ts'

export interface OpenStorage {
  storage: Storage
  /** The address as a browser on one of our pages would ask for it. */
  at(url: string): string
  close(): Promise<void>
}

/**
 * The same tests for every storage: what one of them promises, all keep. What depends on no storage is tested where `isThorough`: with the
 * disk, and in the long run with each.
 */
export function onEachStorage(
  define: (parts: OpenStorage & ReturnType<typeof createUploader>, isThorough: boolean) => void,
) {
  describe.each(Object.entries(storages))('%s', (name, open) => {
    const parts = {} as OpenStorage & ReturnType<typeof createUploader>
    beforeAll(async () => {
      const opened = await open()
      Object.assign(parts, opened, createUploader(opened))
    })
    afterAll(() => parts.close())
    define(parts, isLong || name === 'disk')
  })
}

/** Its URLs are served by the application's own code. Two may share a folder, as processes do. */
export async function openDisk(shared?: string) {
  const dataDir = shared ?? (await temporaryFolder())
  const env = { ...parseEnv({ NODE_ENV: 'test', DATA_DIR: dataDir }), APP_SECRET: TEST_SECRET }
  const storage = await createStorage(env)
  const services = {
    storage,
    log: createLog({ level: 'silent', pretty: false }),
    findClientIp: clientIpFinder(),
    securityHeaders: securityHeaders(env),
  }
  const server = serve({
    fetch: (request) => respondWithFile(services, request) ?? new Response(null, { status: 404 }),
    hostname: '127.0.0.1',
    port: 0,
    silent: true,
    gracefulShutdown: false,
    // A busy machine may need longer than Node's five seconds for its next request on a connection.
    node: { keepAliveTimeout: 65_000 },
  })
  await server.ready()
  return {
    storage,
    dataDir,
    folder: join(dataDir, 'files'),
    server: server.node?.server,
    at: (url: string) => new URL(url, server.url).href,
    async close() {
      await server.close(true)
      if (!shared) await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function openS3(): Promise<OpenStorage> {
  const s3 = await openTestS3()
  const env = { ...parseEnv({ NODE_ENV: 'test', ...s3.env }), APP_SECRET: TEST_SECRET }
  return { storage: await createStorage(env), at: (url) => url, close: s3.stop }
}

const storages = { disk: openDisk, S3: openS3 }
