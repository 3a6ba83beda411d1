import { Button, type ButtonProps } from '@mantine/core'

import classes from './SubmitButton.module.css'
import { useHydrated } from './useAwake.ts'

/**
 * Off until the page is awake: before that the browser would send the form by itself, as it did in the nineties, and
 * what was typed would be gone. It does not look off, because that lasts a blink.
 */
export function SubmitButton(props: ButtonProps) {
  const isAwake = useHydrated()
  return <Button type="submit" fullWidth size="md" {...props} disabled={!isAwake} className={classes.button} />
}
