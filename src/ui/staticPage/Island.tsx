import type { ComponentType } from 'react'
import { currentStaticPage, writePageData } from '#platform/http/staticPage.ts'

interface IslandProps<Props extends object> {
  /** As in `islands` of client.ts. */
  name: string
  component: ComponentType<Props>
  /** Everything that the component needs: in the browser it has no router. */
  props: Props
}

/** A part of a static page that becomes interactive when a visitor shows interest. */
export function Island<Props extends object>({ name, component: Component, props }: IslandProps<Props>) {
  const page = currentStaticPage()
  if (!page) return <Component {...props} />
  page.islands.set(name, <Component {...props} />)
  return (
    <>
      <div data-island={name} />
      <script type="application/json" data-props={name}>
        {writePageData(props)}
      </script>
    </>
  )
}
