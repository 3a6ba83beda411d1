import { renderToStaticMarkup } from 'react-dom/server'
import { MantineRoot } from './MantineRoot.tsx'

/** The style elements that Mantine's provider adds to a page. They are the same for every page. */
export function mantineInlineStyles() {
  const markup = renderToStaticMarkup(<MantineRoot>{null}</MantineRoot>)
  return [...markup.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
}
