// Writes docs/licences.md, the licences of all production packages. With --check it only compares.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './steps/root.mjs'

const PERMISSIVE = new Set([
  ...[
    '0BSD',
    'Apache-2.0',
    'BSD-2-Clause',
    'BSD-3-Clause',
    'CC0-1.0',
    'ISC',
    'MIT',
    'MIT-0',
    'Python-2.0',
    'Unlicense',
  ],
  // For fonts.
  'OFL-1.1',
])

/** Licences that are not permissive or not declared in package.json, with the reason why they are fine. */
const EXCEPTIONS = [
  [/^@img\/sharp-/, 'libvips under the LGPL is a library of its own, loaded at run time and unchanged'],
  [/^libheif-js$/, 'under the LGPL: a module of its own, loaded at run time and unchanged'],
  [/^lightningcss(-|$)/, 'under the MPL: writes style sheets at build time, unchanged, and is not part of them'],
  [/^web-push$/, 'under the MPL: used unchanged, as a package of its own'],
  [/^caniuse-lite$/, 'data under CC-BY, read at build time'],
  [/^@ip-location-db\/dbip-city-mmdb$/, 'data under CC BY 4.0: IP Geolocation by DB-IP, https://db-ip.com'],
  [/^png-js$/, 'MIT, as its LICENSE file says'],
]

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))
const delivered = Object.entries(packages)
  .filter(([path, { dev }]) => path !== '' && !dev)
  .map(([path, { version, license, name }]) => ({ name: name ?? path.split('node_modules/').at(-1), version, license }))

const exceptionFor = (name) => EXCEPTIONS.find(([pattern]) => pattern.test(name))
const isPermissive = (expression = '') =>
  expression
    .replace(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => PERMISSIVE.has(licence)))

const refused = delivered.filter(({ name, license }) => !isPermissive(license) && !exceptionFor(name))
for (const { name, version, license } of refused) console.error(`${name} ${version}: ${license ?? 'no licence'}`)

const path = join(root, 'docs/licences.md')
const isCheck = process.argv.includes('--check')
if (!isCheck) writeFileSync(path, written())
const isStale = readFileSync(path, 'utf8') !== written()
if (isStale) console.error('docs/licences.md is not up to date: npm run licences')
if (refused.length > 0 || isStale) process.exit(1)

function written() {
  const licences = [...new Set(delivered.map(licenceOf))].sort()
  const sections = licences.map((licence) => `## ${licence}\n\n${namesUnder(licence)}\n`)
  const exceptions = EXCEPTIONS.map(([pattern, why]) => `- ${nameOf(pattern)}: ${why}.`)
  return [
    '# Licences\n',
    'What is delivered, by licence. Written by `npm run licences` from `package-lock.json`.\n',
    `Not permissive, or not said where npm looks:\n\n${exceptions.join('\n')}\n`,
    ...sections,
  ].join('\n')
}

function licenceOf({ license }) {
  return license ?? 'Not said'
}

function nameOf(pattern) {
  return `\`${pattern.source.replace(/\(-\|\$\)|[\\^$]/g, '')}\``
}

function namesUnder(licence) {
  const some = delivered.filter((one) => licenceOf(one) === licence)
  return [...new Set(some.map(({ name, version }) => `${name} ${version}`))].sort().join(', ')
}
