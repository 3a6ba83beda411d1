import type { CSSProperties } from 'react'
import { gray } from '#ui/theme/tokens.ts'

/** What buyers see of an agency on its pages. */
export interface Brand {
  name: string
  /** Empty texts are not shown. */
  legalLine: string
  /** "https://…", or empty. */
  website: string
  /** "#1e4a86", readable on white and under white text. Null means ours. */
  colour: string | null
  logo: { url: string; width: number; height: number } | null
  /** Changes with what a picture shows of the brand: name, colour and logo. */
  version: string
}

interface Size {
  width: number
  height: number
}

/** The size at which a logo is shown: as large as there is room, and never enlarged. */
export function fitLogo({ width, height }: Size, room: Size): Size {
  const scale = Math.min(1, room.width / width, room.height / height)
  return { width: Math.round(width * scale), height: Math.round(height * scale) }
}

/** WCAG 2.2 AA, for text of any size. */
const MIN_CONTRAST = 4.5
const COLOUR = /^#[0-9a-f]{6}$/i

/** The lightest backgrounds of our pages. Contrast works both ways, so white text on the colour is covered by the first. */
const backgrounds = ['#ffffff', gray[0]]

/** Whether buyers can read text in this colour on our pages, and white text on it. False for anything that is no colour. */
export const isReadableColour = (colour: string) =>
  COLOUR.test(colour) && backgrounds.every((background) => contrast(colour, background) >= MIN_CONTRAST)

/** Of WCAG 2: from 1 for the same colours to 21 for black on white. */
export function contrast(one: string, other: string) {
  const [lighter = 0, darker = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

function luminance(colour: string) {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((place) => linear(parseInt(colour.slice(place, place + 2), 16)))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

const linear = (value: number) =>
  value / 255 <= 0.04045 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4

/**
 * Our pages in the agency's colour: buttons and links, with Mantine and without. Mantine takes its colours at the root of the page, so each has to
 * be set again.
 */
export function brandStyle(brand: Pick<Brand, 'colour'> | null | undefined): CSSProperties | undefined {
  // Checked where it is used, too: it becomes part of a style.
  if (!brand?.colour || !isReadableColour(brand.colour)) return undefined
  const { colour } = brand
  const pressed = `color-mix(in srgb, ${colour} 85%, #000)`
  return {
    '--mantine-color-teal-9': colour,
    '--mantine-color-teal-filled': colour,
    '--mantine-color-teal-filled-hover': pressed,
    '--mantine-primary-color-filled': colour,
    '--mantine-primary-color-filled-hover': pressed,
    '--mantine-color-anchor': colour,
  } as CSSProperties
}
