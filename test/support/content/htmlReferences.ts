export interface Reference {
  url: string
  from: string
}

/** Whatever a page's markup points to: links, pictures in every width, styles, scripts, icons, pictures beside shared links. */
export function findReferences(html: string, from: string): Reference[] {
  const urls = tagsIn(html).flatMap(({ name, attributes }) => [
    ...['href', 'src'].flatMap((attribute) => attributes[attribute] ?? []),
    ...['srcset', 'imagesrcset'].flatMap((attribute) => sourcesIn(attributes[attribute] ?? '')),
    ...(name === 'meta' && /:(image|url)$/.test(attributes.property ?? '') ? [attributes.content ?? ''] : []),
  ])
  return [...new Set(urls)]
    .filter((url) => !url.startsWith('data:'))
    .map((url) => ({ url: new URL(url, from).href, from }))
}

const tagsIn = (html: string) =>
  [...html.replace(/<script\b[^>]*>[\s\S]*?<\/script>/g, keepTag).matchAll(/<(\w+)\b([^>]*)>/g)].map(
    ([, name = '', rest = '']) => ({ name, attributes: attributesIn(rest) }),
  )

/** The content of a script is not markup. */
const keepTag = (script: string) => script.slice(0, script.indexOf('>') + 1)

const attributesIn = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/([\w:-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name.toLowerCase(),
      value.replaceAll('&amp;', '&').replaceAll('&quot;', '"').replaceAll('&#x27;', "'"),
    ]),
  ) as Record<string, string | undefined>

const sourcesIn = (sources: string) =>
  sources
    .split(',')
    .map((source) => source.trim().split(/\s+/)[0] ?? '')
    .filter(Boolean)
