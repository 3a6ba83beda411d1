import { useMatches } from '@tanstack/react-router'

/** The heading of the current portal page; none outside of the portal, and where nothing was found. */
export const usePageTitle = () =>
  useMatches({ select: (matches) => matches.findLast(({ staticData }) => staticData.title)?.staticData.title })
