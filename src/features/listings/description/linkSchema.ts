import * as z from 'zod/mini'
import { allowedLink } from './linkAddress.ts'

export const BAD_LINK = 'Links must start with https://, http://, mailto: or tel:'

export const LinkHref = z.pipe(
  z.string(),
  z.transform((href, { issues }) => {
    const address = allowedLink(href)
    if (!address) issues.push({ code: 'custom', message: BAD_LINK, input: href })
    return address ?? z.NEVER
  }),
)
