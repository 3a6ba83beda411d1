import { renderToStaticMarkup } from 'react-dom/server'
import { MantineRoot } from './MantineRoot.tsx'

let styles: string[] | undefined

/** The style elements that Mantine's provider adds to a page. They are the same for every page. */
export function mantineInlineStyles() {
  styles ??= findStyles(renderToStaticMarkup(<MantineRoot>{null}</MantineRoot>))
  return styles
}

const findStyles = (markup: string) => [...markup.matchAll(/<style[^>]*>(.*?)<\/style>/gs)].map(([, css = '']) => css)
