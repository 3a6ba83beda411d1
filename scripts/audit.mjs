// Asks the registry for known vulnerabilities of the production packages. Not every registry supports that: then it prints a notice.
import { npm } from './steps/npm.mjs'

/** Shorter than the other checks that run at the same time. */
const TIMEOUT_MS = 20_000
const { stdout } = npm(['audit', '--omit=dev', '--audit-level=high', '--json'], {
  timeout: TIMEOUT_MS,
  maxBuffer: 100_000_000,
})
const { metadata, vulnerabilities } = read(stdout)
if (!metadata) console.log('The registry does not say whether there are known holes.')
else {
  for (const { name, severity } of Object.values(vulnerabilities)) console.log(`${name}: ${severity}`)
  const { high, critical, total } = metadata.vulnerabilities
  console.log(`${total} known holes, ${high + critical} of them severe`)
  process.exit(high + critical > 0 ? 1 : 0)
}

function read(text) {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
