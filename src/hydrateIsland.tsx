import { type ComponentType, type ReactNode, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startInstance } from '#start.ts'
import { ToastOutlet } from '#ui/feedback/toasts.tsx'
import type { HydrateIsland } from '#ui/staticPage/startStaticPage.ts'

/** Resolves once clicks and keys have an effect. */
export const hydrateIsland: HydrateIsland = async (element, component, props) => {
  await connectServerFunctions()
  // The server has rendered this component with these props.
  const Component = component as ComponentType<object>
  await new Promise<void>((resolve) => {
    hydrateRoot(
      element,
      <Announced onHydrated={resolve}>
        <Component {...props} />
        <ToastOutlet />
      </Announced>,
    )
  })
}

declare global {
  interface Window {
    /** Where server functions find their options. TanStack Start writes it when it hydrates a whole page. */
    __TSS_START_OPTIONS__?: Awaited<ReturnType<typeof startInstance.getOptions>>
  }
}

async function connectServerFunctions() {
  window.__TSS_START_OPTIONS__ = await startInstance.getOptions()
}

function Announced({ onHydrated, children }: { onHydrated: () => void; children: ReactNode }) {
  useEffect(onHydrated, [onHydrated])
  return children
}
