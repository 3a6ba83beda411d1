import { useLoaderData } from '@tanstack/react-router'

/** Where the public finds us, which need not be where this browser is. */
export const useAppUrl = () => useLoaderData({ from: '__root__' }).appUrl
