import { Badge } from '@mantine/core'
import type { OwnFile } from '../../ownFile.ts'
import { permissionLabels } from './accessLabels.ts'
import classes from './PermissionBadges.module.css'

/** "3 people", "View only": nothing for a document that everyone may open and keep. */
export function PermissionBadges({ file }: { file: OwnFile }) {
  const labels = file.terms ? permissionLabels(file.terms) : []
  if (labels.length === 0) return null
  return (
    <span className={classes.badges}>
      {labels.map((label) => (
        <Badge key={label} variant="light" color="gray" c="gray.7" size="sm" tt="none" fw={500}>
          {label}
        </Badge>
      ))}
    </span>
  )
}
