import Bowser from 'bowser'
import { isbot } from 'isbot'
import { boundedMap } from '../boundedMap.ts'

const MOST = 500
const LONGEST = 500
const DEVICES = new Set(['mobile', 'tablet', 'desktop'])
/** What people call them. */
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

const known = boundedMap<string, Machine>(MOST)

/** What a browser says of itself, as far as it is counted. */
export function readUserAgent(userAgent: string): Machine {
  const text = userAgent.slice(0, LONGEST)
  return known.get(text) ?? known.set(text, describe(text))
}

function describe(text: string): Machine {
  // Every browser has a name; scripts often have none.
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
