import { lazy } from 'react'

const importPhotoViewer = () => import('./PhotoViewer.tsx')

export const PhotoViewer = lazy(importPhotoViewer)

/** On intent, so that it is there when it is wanted. A failure shows when it is opened. */
export const loadPhotoViewer = () => void importPhotoViewer().catch(() => {})
