import { IconFileImport, IconPlus } from '@tabler/icons-react'
import { ButtonLink } from '#ui/links.tsx'
import { icon } from '#ui/theme/theme.ts'
import classes from './AddLeadButtons.module.css'

const smallIcon = { ...icon, size: 16 }

/** Links, so that the dialogs close with the back button. */
export const AddLeadButtons = () => (
  <div className={classes.buttons}>
    <ButtonLink
      from="/portal/leads"
      search={(search) => ({ ...search, add: 'import' as const })}
      resetScroll={false}
      variant="default"
      leftSection={<IconFileImport {...smallIcon} />}
    >
      Import
    </ButtonLink>
    <ButtonLink
      from="/portal/leads"
      search={(search) => ({ ...search, add: 'lead' as const })}
      resetScroll={false}
      variant="default"
      leftSection={<IconPlus {...smallIcon} />}
    >
      Add lead
    </ButtonLink>
  </div>
)
