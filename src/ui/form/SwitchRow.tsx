import { Switch, type SwitchProps } from '@mantine/core'
import classes from './SwitchRow.module.css'

/** One of several settings below each other, with its switch at the right. */
export const SwitchRow = (props: Pick<SwitchProps, 'label' | 'description' | 'checked' | 'onChange'>) => (
  <Switch className={classes.row} labelPosition="left" {...props} />
)
