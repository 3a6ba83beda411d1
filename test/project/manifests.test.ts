import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { PersistentVolumeClaim } from 'kubernetes-models/v1/PersistentVolumeClaim'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { expect, test } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { projectRoot } from '../../src/platform/config/projectRoot.server.ts'

const folder = join(projectRoot, 'deploy/kubernetes')
const kinds = [Deployment, Ingress, PersistentVolumeClaim, PodDisruptionBudget, Secret, Service]

interface Manifest {
  apiVersion: string
  kind: string
}

const readManifests = (name: string): Manifest[] =>
  parseAllDocuments(readFileSync(join(folder, name), 'utf8')).map((document) => document.toJS())

/** What the API would refuse, or drop without a word because it doesn't know the field. */
function findMistakes(manifest: Manifest) {
  const Kind = kinds.find(({ apiVersion, kind }) => apiVersion === manifest.apiVersion && kind === manifest.kind)
  if (!Kind) return [`${manifest.apiVersion} ${manifest.kind} is unknown`]
  const unread = new Set<string>()
  try {
    watchReads(new Kind(manifest as never), '', unread).validate()
  } catch (error) {
    return [(error as Error).message]
  }
  return [...unread].map((path) => `${path} is unknown`)
}

/** Validators read every field that they know, and those alone. */
function watchReads<T extends object>(value: T, path: string, unread: Set<string>): T {
  for (const name of Object.keys(value)) unread.add(`${path}/${name}`)
  const children = new Map<string, unknown>()
  return new Proxy(value, {
    get(target, name, receiver) {
      const found: unknown = Reflect.get(target, name, receiver)
      if (typeof name === 'symbol' || !Object.hasOwn(target, name)) return found
      unread.delete(`${path}/${name}`)
      if (typeof found !== 'object' || found === null) return found
      if (!children.has(name)) children.set(name, watchReads(found, `${path}/${name}`, unread))
      return children.get(name)
    },
  })
}

test.each(readdirSync(folder))('the Kubernetes manifest %s is what the API accepts, without unknown fields', (name) => {
  expect(readManifests(name).flatMap(findMistakes)).toEqual([])
})

test('a manifest with a missing, a misspelt or a wrong field is noticed', () => {
  const [web] = readManifests('web.yaml')
  const changed = (from: string, to: string) => findMistakes(JSON.parse(JSON.stringify(web).replace(from, to)))
  expect(changed('"selector":', '"selectr":')).toEqual([
    expect.stringContaining('must have required property selector'),
  ])
  expect(changed('"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"')).toEqual([
    '/spec/template/spec/containers/0/securityContext/readOnlyRootFileSystem is unknown',
  ])
  expect(changed('"replicas":2', '"replicas":"two"')).toEqual([expect.stringContaining('replicas')])
})
