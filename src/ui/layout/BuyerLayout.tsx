import type { ReactNode } from 'react'
import classes from './BuyerLayout.module.css'
import { BrandedFrame } from './PageFrame.tsx'

/** Around the pages that buyers open from an ad, mostly on a phone: light, and without Mantine. */
export const BuyerLayout = ({ children }: { children: ReactNode }) => (
  <BrandedFrame classes={classes}>{children}</BrandedFrame>
)
