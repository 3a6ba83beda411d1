import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { qrSvg } from '#ui/display/qrCode.ts'
import { readQr } from '../../../../test/support/content/readQr.ts'
import { drawQrPng } from './drawQrPng.media.ts'

describe('the QR code of a listing', () => {
  test.each([
    'https://files.example.nz/listings/14-kowhai-hollow-rise-karori',
    'http://127.0.0.1:3000/listings/x',
    `https://files.example.nz/listings/${'a-very-long-road-'.repeat(11)}?source=poster`,
  ])('leads to %s, as picture and as drawing', async (url) => {
    expect(await readQr(await drawQrPng(url))).toBe(url)
    expect(await readQr(Buffer.from(qrSvg(url)))).toBe(url)
  })

  test('is 1,024 pixels wide, in pure black and white', async () => {
    const png = await drawQrPng('https://files.example.nz/listings/x')
    const { data, info } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
    expect(info).toMatchObject({ width: 1024, height: 1024 })
    expect(new Set(data)).toEqual(new Set([0, 255]))
  })

  test('is an SVG without scripts', () => {
    const svg = qrSvg('https://files.example.nz/"><script>alert(1)</script>')
    expect(svg).toMatch(/^<svg [^<>]*><path fill="#fff" d="[^"<>]*"\/><path d="[MHhvz0-9 -]*"\/><\/svg>$/)
  })
})
