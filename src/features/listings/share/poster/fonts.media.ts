import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Font } from 'fontkit'
import { z } from 'zod'

const require = createRequire(import.meta.url)

export type Weight = 400 | 600

export interface Fonts {
  /** Inter as files, to be embedded. */
  files: Record<Weight, Buffer>
  /** The same, to be drawn. */
  openInter(weight: Weight): Promise<Font>
  hasInter(codePoint: number): boolean
  /** A font for a letter that Inter lacks. These can be drawn but not embedded. */
  spare(codePoint: number, weight: Weight): Font | undefined
}

/** Inter, and of the large fonts for other scripts only the slices that this text needs. */
export async function fontsFor(text: string): Promise<Fonts> {
  const [regular, semiBold] = await Promise.all([
    readFile(require.resolve('@expo-google-fonts/inter/400Regular/Inter_400Regular.ttf')),
    readFile(require.resolve('@expo-google-fonts/inter/600SemiBold/Inter_600SemiBold.ttf')),
  ])
  const inter = await openFont(regular)
  const hasInter = (codePoint: number) => inter.hasGlyphForCodePoint(codePoint)
  const missing = [...new Set(text)].map(codePointOf).filter((codePoint) => !hasInter(codePoint))
  const spares = missing.length > 0 ? await sparesFor(missing) : []
  return {
    files: { 400: regular, 600: semiBold },
    openInter: async (weight) => (weight === 400 ? inter : openFont(semiBold)),
    hasInter,
    spare: (codePoint, weight) =>
      spares.map((weights) => weights[weight]).find((font) => font.hasGlyphForCodePoint(codePoint)),
  }
}

export const codePointOf = (letter: string) => letter.codePointAt(0) ?? 0

/** Loaded with the first poster, like the rest that makes them: it is large, and most servers seldom make one. */
async function openFont(bytes: Buffer) {
  const { create } = await import('fontkit')
  const font = create(bytes)
  if (!('layout' in font)) throw new Error('A collection of fonts instead of one')
  return font
}

/** Chinese characters and kana, then Hangul. */
const sparePackages = () => [
  require.resolve('@fontsource-variable/noto-sans-sc/package.json'),
  require.resolve('@fontsource-variable/noto-sans-kr/package.json'),
]

async function sparesFor(codePoints: number[]) {
  const { default: decompress } = await import('woff2-encoder/decompress')
  const paths = (await Promise.all(sparePackages().map((path) => slicesFor(dirname(path), codePoints)))).flat()
  return Promise.all(
    paths.map(async (path) => {
      const font = await openFont(Buffer.from(await decompress(await readFile(path))))
      return { 400: font.getVariation({ wght: 400 }), 600: font.getVariation({ wght: 600 }) }
    }),
  )
}

const Slices = z.record(z.string(), z.string())

/** A package says which letters lie in which of its files as a style sheet would: `U+4e00-4e03,U+4e07`. */
async function slicesFor(folder: string, codePoints: number[]) {
  const slices = Slices.parse(JSON.parse(await readFile(join(folder, 'unicode.json'), 'utf8')))
  return Object.entries(slices)
    .filter(([, ranges]) => ranges.split(',').some((range) => codePoints.some((point) => isWithin(point, range))))
    .map(([name]) =>
      join(folder, 'files', `${folder.split('/').at(-1)}-${name.replace(/[[\]]/g, '')}-wght-normal.woff2`),
    )
}

function isWithin(codePoint: number, range: string) {
  const [first = 0, last = first] = range
    .replace('U+', '')
    .split('-')
    .map((hex) => Number.parseInt(hex, 16))
  return codePoint >= first && codePoint <= last
}
