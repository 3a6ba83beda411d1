import * as z from 'zod/mini'
import { linkAddress } from './linkAddress.ts'

export const BAD_LINK = 'Links must start with https://, http://, mailto: or tel:'

export const LinkAddress = z.pipe(
  z.string(),
  z.transform((href, { issues }) => {
    const address = linkAddress(href)
    if (!address) issues.push({ code: 'custom', message: BAD_LINK, input: href })
    return address ?? z.NEVER
  }),
)
