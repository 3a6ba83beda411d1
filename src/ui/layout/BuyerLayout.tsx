import type { ReactNode } from 'react'
import { BrandedFrame } from './BrandedFrame.tsx'
import classes from './BuyerLayout.module.css'

/** Around the pages that buyers open from an ad, mostly on a phone: light, and without Mantine. */
export const BuyerLayout = ({ children }: { children: ReactNode }) => (
  <BrandedFrame classes={classes}>{children}</BrandedFrame>
)
