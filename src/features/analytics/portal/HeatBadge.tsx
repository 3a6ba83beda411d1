import { VisuallyHidden } from '@mantine/core'
import { IconFlame } from '@tabler/icons-react'
import { icon } from '#ui/theme/theme.ts'
import { heatLevel, heatLevelLabels } from '../heatLevels.ts'
import classes from './HeatBadge.module.css'

/** How serious a lead is, from 0 to 100. The number says it without the colour. */
export function HeatBadge({ heat, isLong }: { heat: number; isLong?: boolean }) {
  const level = heatLevel(heat)
  return (
    <span
      className={classes.badge}
      data-level={level}
      title={`Heat ${heat} of 100: ${heatLevelLabels[level].toLowerCase()}`}
    >
      <IconFlame {...icon} size={14} className={classes.flame} />
      <VisuallyHidden>Heat </VisuallyHidden>
      {heat}
      {isLong ? (
        <span className={classes.word}>{heatLevelLabels[level]}</span>
      ) : (
        <VisuallyHidden> {level}</VisuallyHidden>
      )}
    </span>
  )
}
