import { useMatches } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** The heading of a portal page, shown in the top bar. */
    title?: string
  }
}

const headWithTitle = (title: string, description?: string) => ({
  meta: [{ title }, ...(description ? [{ name: 'description', content: description }] : [])],
})

/** For public pages. */
export const publicHead = (title: string, description?: string) =>
  headWithTitle(`${title} · Property Files`, description)

/** For pages of the signed-in application. */
export const portalHead = (title: string) => headWithTitle(`${title} · Manage Property Files`)

/** The heading of the current portal page; none outside of the portal, and where nothing was found. */
export const usePageTitle = () =>
  useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title })
