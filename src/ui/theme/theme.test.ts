import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core'
import { expect, test } from 'vitest'
import { theme } from './theme.ts'

const css = readFileSync(join(import.meta.dirname, 'base.css'), 'utf8')
const said = Object.fromEntries(
  [...css.matchAll(/(--mantine-(?:color-gray-\d|font-family|radius-md|shadow-\w+)): ([^;]+);/g)].map(
    ([, name = '', value = '']) => [name, value.replaceAll('"', "'")],
  ),
)

test('pages without Mantine have the same colours, fonts, corners and shadows as those with it', () => {
  const { variables, light } = defaultCssVariablesResolver(mergeMantineTheme(DEFAULT_THEME, theme))
  const meant: Record<string, string> = { ...variables, ...light }
  expect(Object.keys(said)).toHaveLength(14)
  for (const [name, value] of Object.entries(said)) expect(`${name}: ${value}`).toBe(`${name}: ${meant[name]}`)
})
