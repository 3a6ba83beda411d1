import { lazy } from 'react'

const load = () => import('./PhotoViewer.tsx')

export const PhotoViewer = lazy(load)

/** On intent, so that it is there when it is wanted. A failure shows when it is opened. */
export const loadPhotoViewer = () => void load().catch(() => {})
