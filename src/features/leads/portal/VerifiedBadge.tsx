import { Tooltip } from '@mantine/core'
import { IconRosetteDiscountCheck } from '@tabler/icons-react'
import { icon } from '#ui/theme/theme.ts'
import classes from './VerifiedBadge.module.css'

const WHY = 'They opened our emailed link or typed the code we sent.'

/** The buyer has used the private link or the code that we emailed, so the address is theirs. */
export const VerifiedBadge = () => (
  <Tooltip label={WHY} withinPortal={false}>
    <span className={classes.badge}>
      <IconRosetteDiscountCheck {...icon} size={16} aria-hidden />
      Verified email
    </span>
  </Tooltip>
)

/** The same beside a name in a list. */
export const VerifiedSign = () => (
  <IconRosetteDiscountCheck {...icon} size={16} className={classes.sign} role="img" aria-label="Verified email" />
)
