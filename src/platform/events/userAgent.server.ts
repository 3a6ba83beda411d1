import Bowser from 'bowser'
import { isbot } from 'isbot'
import { boundedMap } from '../limits/boundedMap.ts'

const MAX_CACHED = 500
const MAX_LENGTH = 500
const DEVICES = new Set(['mobile', 'tablet', 'desktop'])
const SHORT_NAMES: Record<string, string> = {
  'Microsoft Edge': 'Edge',
  'Samsung Internet for Android': 'Samsung Internet',
}

interface Machine {
  device: string | null
  os: string | null
  browser: string | null
  isBot: boolean
}

const known = boundedMap<string, Machine>(MAX_CACHED)

/** Device, operating system and browser from a User-Agent header. */
export function readUserAgent(userAgent: string): Machine {
  const text = userAgent.slice(0, MAX_LENGTH)
  return known.get(text) ?? known.set(text, parseUserAgent(text))
}

function parseUserAgent(text: string): Machine {
  // Every browser sends a User-Agent; scripts often do not.
  if (!text) return { device: null, os: null, browser: null, isBot: true }
  const { browser, os, platform } = Bowser.parse(text)
  const name = browser.name || null
  return {
    device: platform.type && DEVICES.has(platform.type) ? platform.type : null,
    os: os.name || null,
    browser: name && (SHORT_NAMES[name] ?? name),
    isBot: isbot(text),
  }
}

/** "Safari on iPhone" */
export function describeDevice(userAgent: string) {
  if (!userAgent) return { device: 'Unknown device', kind: 'desktop' as const }
  const { browser, os, platform } = Bowser.parse(userAgent)
  const place = platform.model || os.name
  const kind =
    platform.type === 'mobile'
      ? ('phone' as const)
      : platform.type === 'tablet'
        ? ('tablet' as const)
        : ('desktop' as const)
  return { device: [browser.name || 'Unknown browser', place && `on ${place}`].filter(Boolean).join(' '), kind }
}
