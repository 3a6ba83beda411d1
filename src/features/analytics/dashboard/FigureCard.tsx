import { ActionIcon, Tooltip } from '@mantine/core'
import { IconInfoCircle } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { icon } from '#ui/theme.ts'
import type { Figure } from '../analytics.ts'
import { Change } from '../charts/Change.tsx'
import { Sparkline } from '../charts/Sparkline.tsx'
import type { DashboardRange } from './dashboardRange.ts'
import classes from './FigureCards.module.css'

interface FigureCardProps {
  name: string
  /** What has to be known to understand the figure. */
  hint?: string
  figure: Figure
  write: (amount: number) => string
  isShare?: boolean
  course: readonly number[]
  range: DashboardRange
}

/** The whole card leads to where the figure comes from. */
export const FigureCard = ({ name, hint, figure, write, isShare, course, range }: FigureCardProps) => (
  <div className={classes.card}>
    <div className={classes.head}>
      <Link to="/portal/analytics" search={{ range }} className={classes.link}>
        {name}
      </Link>
      {hint && (
        <Tooltip label={hint} multiline w={260} events={{ hover: true, focus: true, touch: true }}>
          <ActionIcon
            variant="transparent"
            size={20}
            className={classes.hint}
            aria-label={`About ${name.toLowerCase()}`}
          >
            <IconInfoCircle {...icon} size={14} />
          </ActionIcon>
        </Tooltip>
      )}
    </div>
    <div className={classes.figure}>
      <span className={classes.number}>{write(figure.now)}</span>
      <Change figure={figure} write={write} isShare={isShare} />
    </div>
    <Sparkline values={course} />
  </div>
)
