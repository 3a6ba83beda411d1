import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { temporaryFolder } from '../../temporaryFolder.ts'
import { type Answer, type Asked, S3Error, xml } from './answer.ts'
import { type CorsRule, corsHeaders, preflight } from './cors.ts'
import {
  abortUpload,
  completeUpload,
  createUpload,
  listParts,
  listUploads,
  type Multiparts,
  uploadPart,
} from './multipart.ts'
import { deleteObject, getObject, listObjects, type Objects, putObject } from './objects.ts'
import { verifySignature } from './signatures.ts'

const BUCKET = 'property-files'
const KEYS = { region: 'ap-southeast-2', accessKeyId: 'AKIATEST', secretAccessKey: 'a secret that signs' }

/** The parts of S3 that we use, over HTTP, with bodies on disk. Unlike other fakes it accepts only valid signatures. */
export async function startTestS3(cors?: CorsRule) {
  const folder = await temporaryFolder()
  const objects: Objects = new Map()
  const uploads: Multiparts = new Map()
  const server = createServer((request, response) => {
    respond(request, response).catch(() => response.destroy())
  })
  // A busy machine may need longer than Node's five seconds for its next request on a connection.
  server.keepAliveTimeout = 65_000
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`

  return {
    url,
    env: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: url,
      S3_REGION: KEYS.region,
      S3_ACCESS_KEY_ID: KEYS.accessKeyId,
      S3_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await rm(folder, { recursive: true, force: true })
    },
  }

  async function respond(request: IncomingMessage, response: ServerResponse) {
    const { status, headers, body = '' } = await answer(request).catch(explain)
    response.writeHead(status, { ...headers, ...corsHeaders(cors, request) })
    if (body instanceof Readable) await pipeline(body, response)
    else response.end(body)
  }

  async function answer(request: IncomingMessage): Promise<Answer> {
    if (request.method === 'OPTIONS') return preflight(cors, request)
    const at = new URL(request.url ?? '/', `http://${request.headers.host}`)
    const bodyHash = await verifySignature(KEYS, request, at)
    const [, bucket, ...path] = decodeURIComponent(at.pathname).split('/')
    if (bucket !== BUCKET) throw new S3Error(404, 'NoSuchBucket')
    const { method = 'GET', headers } = request
    return route({ method, key: path.join('/'), query: at.searchParams, headers, body: request, bodyHash, folder })
  }

  function route(asked: Asked): Answer | Promise<Answer> {
    const { method, key, query } = asked
    const inUpload = query.has('uploadId')
    if (!key) return query.has('uploads') ? listUploads(uploads, asked) : listObjects(objects, asked)
    if (method === 'POST') return inUpload ? completeUpload(uploads, objects, asked) : createUpload(uploads, asked)
    if (method === 'PUT') return inUpload ? uploadPart(uploads, asked) : putObject(objects, asked)
    if (method === 'DELETE') return inUpload ? abortUpload(uploads, asked) : deleteObject(objects, asked)
    return inUpload ? listParts(uploads, asked) : getObject(objects, asked)
  }
}

function explain(error: unknown): Answer {
  const { status, code } = error instanceof S3Error ? error : new S3Error(500, String(error))
  return xml(status, 'Error', [
    ['Code', code],
    ['Message', code],
  ])
}
