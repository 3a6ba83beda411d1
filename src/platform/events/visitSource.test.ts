import { expect, test, vi } from 'vitest'
import { SentVisitSource, toEventSource } from './visitSource.schema.ts'
import { MAX_SOURCE_LENGTH, parseVisitSource, writeCampaign } from './visitSource.ts'

const PAGE = 'https://files.example.nz/listings/rata'
const parse = (rest: string) => parseVisitSource(new URL(PAGE + rest))

test('the fragment of a short link and the parameters of a campaign say where a visit began', () => {
  expect(parse('#from=k7f2m9qa')).toEqual({ channel: 'k7f2m9qa' })
  expect(parse('?utm_source=trademe&utm_medium=+ad+&utm_campaign=spring&page=2')).toEqual({
    ...{ source: 'trademe', medium: 'ad', campaign: 'spring' },
  })
  expect(parse('?utm_source=trademe#from=k7f2m9qa&utm_source=flyer')).toEqual({ channel: 'k7f2m9qa', source: 'flyer' })
})

test('any other address is a direct visit, and a channel is never taken from the query', () => {
  for (const rest of ['', '#documents', '?from=k7f2m9qa', '#from=', '?utm_source=', '?utm_term=house'])
    expect(parse(rest), rest).toEqual({})
})

test('long values are cut, so that what a browser sends is always accepted', () => {
  const source = parse(`?utm_campaign=${'x'.repeat(5_000)}#from=${'y'.repeat(5_000)}`)
  expect(source.campaign).toHaveLength(MAX_SOURCE_LENGTH)
  expect(SentVisitSource.parse(source)).toEqual(source)
  expect(SentVisitSource.safeParse({ source: 'x'.repeat(MAX_SOURCE_LENGTH + 1) }).success).toBe(false)
})

test('stored values are one visible line, or nothing', () => {
  expect(toEventSource({ source: ' a\u0000\u202eb\n c|d ', medium: '\u200b', campaign: undefined })).toEqual({
    ...{ channelCode: null, utmSource: 'a b c d', utmMedium: null, utmCampaign: null },
  })
})

test('a campaign is written as it is read', () => {
  const source = { channel: 'k7f2m9qa', source: 'a&b', medium: '#c', campaign: 'd=e' }
  expect(parse(`#${writeCampaign(source, { from: source.channel })}`)).toEqual(source)
})

test('threat 186: the source is removed from the address, and stored nowhere', async () => {
  const replaceState = vi.fn()
  vi.stubGlobal('history', { state: { key: 1 }, replaceState })
  vi.stubGlobal('location', { href: `${PAGE}?utm_source=trademe&page=2#from=k7f2m9qa` })
  vi.resetModules()
  const { readVisitSource } = await import('./visitSource.ts')
  expect(readVisitSource()).toEqual({ channel: 'k7f2m9qa', source: 'trademe' })
  expect(readVisitSource()).toEqual({ channel: 'k7f2m9qa', source: 'trademe' })
  expect(replaceState.mock.calls.map(([state, , url]) => [state, String(url)])).toEqual([
    [{ key: 1 }, `${PAGE}?page=2`],
  ])
  vi.unstubAllGlobals()
})
