import type { ComponentType } from 'react'
import { currentStaticPage, type StaticPage, writePageData } from '#platform/http/staticPage.ts'

interface IslandOptions<Props extends object> {
  /** As in `islands` of client.ts. */
  name: string
  component: ComponentType<Props>
  /** Everything that the component needs: in the browser it has no router. */
  props: Props
}

/** A part of a static page that becomes interactive when a visitor shows interest. */
export function Island<Props extends object>({ name, component: Component, props }: IslandOptions<Props>) {
  const page = currentStaticPage()
  if (!page) return <Component {...props} />
  page.islands.set(name, { element: <Component {...props} />, props })
  return <div data-island={name} />
}

/** The props of all islands, at the end of the page. */
export const IslandProps = ({ islands }: Pick<StaticPage, 'islands'>) =>
  [...islands].map(([name, { props }]) => (
    <script key={name} type="application/json" data-props={name}>
      {writePageData(props)}
    </script>
  ))
