import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import classes from './CsvButton.module.css'
import { icon } from './theme.ts'

/** Takes along what the page shows. On a phone its sign has to do. */
export const ExportCsvButton = ({ href, className }: { href: string; className: string | undefined }) => (
  <Button component="a" className={className} href={href} download variant="default" aria-label="Export CSV">
    <IconDownload {...icon} size={16} />
    <span className={classes.word}>Export CSV</span>
  </Button>
)
