import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'
import { darkPageBackground, pageBackground } from './tokens.ts'

const read = (file: string) => readFileSync(join(import.meta.dirname, file), 'utf8')
const variablesIn = (css: string) =>
  Object.fromEntries([...css.matchAll(/(--[\w-]+):\s*([^;]+);/g)].map(([, name = '', value = '']) => [name, value]))
const resolver = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
const meant: Record<string, string> = { ...resolver.variables, ...resolver.light }

test('pages without Mantine have the same colours, fonts, corners and shadows as those with it', () => {
  const said = Object.entries(variablesIn(read('base.css'))).filter(([name]) =>
    /^--mantine-(?:color-gray-\d|font-family|radius-md|shadow-\w+)$/.test(name),
  )
  expect(said).toHaveLength(14)
  for (const [name, value] of said) expect(`${name}: ${value.replaceAll('"', "'")}`).toBe(`${name}: ${meant[name]}`)
})

/** Every colour that can be dark: its light and its dark value. */
const colours = Object.entries(variablesIn(read('appearance.css'))).flatMap(([name, value]) => {
  const [, light, dark] = /^light-dark\((#\w+), (#\w+)\)$/.exec(value) ?? []
  return light && dark ? [{ name, light, dark }] : []
})

test('a portal that is light has the colours of the theme, and the dark one those of the design', () => {
  const own = variablesIn(read('base.css').split('}', 1)[0] ?? '')
  const resolve = (value = ''): string => {
    const [, name] = /^var\((--[\w-]+)\)$/.exec(value) ?? []
    return name ? resolve(own[name] ?? meant[name]) : value
  }
  expect(colours.length).toBeGreaterThan(50)
  for (const { name, light } of colours) {
    const specified = /(filled|light)-hover$/.test(name)
      ? variablesIn(read('base.css'))[name]
      : resolve(own[name] ?? meant[name])
    expect(`${name}: ${light}`).toBe(`${name}: ${specified}`)
  }
  const dark = Object.fromEntries(colours.map((one) => [one.name, one.dark]))
  expect(dark).toMatchObject({ '--page': '#111716', '--surface': '#182120', '--mantine-color-text': '#e8eeec' })
  expect(dark['--mantine-color-teal-9']).toBe(meant['--mantine-color-teal-4'])
  expect([pageBackground, darkPageBackground]).toEqual(['#fafbfb', dark['--page']])
})

const texts = [
  ...['--quiet', '--warm', '--mantine-color-text', '--mantine-color-dimmed'],
  ...['--mantine-color-error', '--mantine-color-gray-7', '--mantine-color-teal-9', '--mantine-color-red-9'],
]
const backgrounds = ['--page', '--surface', '--mantine-color-gray-0']
const pairs = [
  ...texts.flatMap((text) => backgrounds.map((background) => [text, background])),
  ['--warm', '--warm-ground'],
  ['--on-accent', '--mantine-color-teal-9'],
  ['--mantine-color-white', '--mantine-color-red-9'],
  ['--on-accent', '--mantine-color-teal-filled-hover'],
]

test.for(['light', 'dark'] as const)(
  'text, placeholders and buttons have a contrast of 4.5:1 in the %s',
  (appearance) => {
    const values = Object.fromEntries(colours.map((colour) => [colour.name, colour[appearance]]))
    for (const [text = '', background = ''] of pairs)
      expect(contrast(values[text], values[background]), `${text} on ${background}`).toBeGreaterThanOrEqual(4.5)
  },
)

/** As WCAG defines it. */
function contrast(one = '', other = '') {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string) {
  const digits = colour.length === 4 ? [...colour.slice(1)].map((digit) => digit + digit) : colour.slice(1).match(/../g)
  const [red = 0, green = 0, blue = 0] = (digits ?? []).map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
